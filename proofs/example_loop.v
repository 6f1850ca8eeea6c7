(* SPDX-License-Identifier: Apache-2.0 *)
(* The asymmetric sparse vector technique as a program with a loop, for any number of answers, by its obligations:

     for i in 0 .. n while count < c {
       lam[i] ~ exponential(b) align (out[i] is above ? lam[i] + f[i] - f'[i] : lam[i])
       if f[i] + lam[i] < T { output below } else { count := count + 1; output above(f[i] + lam[i]) }
     } *)
From Coq Require Import Reals ZArith List Bool Lra Lia.
From Plumb Require Import sums laws mechanism alignment program two_run examples.
Import ListNotations.
Open Scope Z_scope.

Section Svt.
  Variables (n c T : Z) (b : R).
  Hypothesis positive : (0 < b)%R.
  Hypothesis some : 0 <= c.

  (* The data are the answers; i, lam and count are variables. *)
  Record state := State { answers : Z -> Z; index : Z; lam : Z; count : Z }.

  Definition noisy_answer (s : state) : Z := answers s (index s) + lam s.

  Definition svt_program : statement state verdict :=
    For (fun _ => 0) (fun _ => n) (fun i s => State (answers s) i (lam s) (count s)) (fun s => count s <? c)
      (Seq (Sample (fun _ => Law Exponential b) (fun x s => State (answers s) (index s) x (count s)))
           (If (fun s => noisy_answer s <? T)
               (Output (fun _ => Below))
               (Seq (Assign (fun s => State (answers s) (index s) (lam s) (count s + 1)))
                    (Output (fun s => Above (noisy_answer s)))))).

  Definition start (f : Z -> Z) : state := State f 0 0 0.

  Definition svt_shift (f f' : Z -> Z) : @shifts place verdict := fun z _ a _ =>
    match a with
    | i :: _ => match nth_error z (Z.to_nat i) with Some (Above _) => f i - f' i | _ => 0 end
    | [] => 0
    end.

  (* `count' = count`, `moved <= count`; and what is left of z begins with out[i]. *)
  Definition svt_invariant (f f' : Z -> Z) (z : output verdict) (i : Z) : @relation state verdict :=
    fun s s' rest spent =>
      answers s = f /\ answers s' = f' /\ count s' = count s /\ 0 <= count s <= c /\
      rest = skipn (Z.to_nat i) z /\ (spent <= IZR (count s) / b)%R.

  Lemma skipn_first {A} (k : nat) (z : list A) v others :
    skipn k z = v :: others -> nth_error z k = Some v /\ skipn (S k) z = others.
  Proof.
    revert z. induction k as [|k IH]; intros [|x z]; simpl; try discriminate.
    - intros [= -> ->]. auto.
    - intros E. destruct (IH z E) as [N K]. split; [exact N|]. exact K.
  Qed.

  Theorem svt_program_private f f' :
    (forall i, 0 <= f i - f' i <= 1) ->
    private (IZR c / b) (mechanism_of svt_program (start f)) (mechanism_of svt_program (start f')).
  Proof.
    intros N.
    assert (0 < / b)%R as Inv by (apply Rinv_0_lt_compat, positive).
    assert (forall k, (k <= c)%Z -> (IZR k / b <= IZR c / b)%R) as Most.
    { intros k L. apply Rmult_le_compat_r; [lra | apply IZR_le, L]. }
    apply (program_private _ _ _ _ (svt_shift f f') (fun _ _ _ _ => False)).
    - reflexivity.
    - intros z w a. constructor. intros d [].
    - intros z H w. simpl. intros _. split; [reflexivity|]. split; [reflexivity|].
      exists (svt_invariant f f' z). split.
      { unfold svt_invariant. simpl. repeat split; auto; try lia. lra. }
      intros i u u' rest spent L [A [A' [C [B [Z M]]]]] E. unfold at_exit.
      destruct (Z.ltb_spec i n) as [_|_]; [|intros _; specialize (Most (count u) ltac:(lia)); lra].
      split; [rewrite C; reflexivity|].
      destruct (Z.ltb_spec (count u) c) as [K|_]; [|intros _; specialize (Most (count u) ltac:(lia)); lra].
      intros E1. split; [reflexivity|]. split; [exact positive|].
      (* The draw, with what is known of it. *)
      apply ends_draw in E1 as [X E1]. unfold in_support in X. simpl in X. apply Z.leb_le in X.
      unfold noisy_answer, H' in *. simpl in *. rewrite A, A' in *.
      set (x := H [i; 0]) in *.
      destruct (Z.ltb_spec (f i + x) T) as [G|G].
      + (* below *)
        apply ends_decide, ends_publish in E1 as [others [R F]]. rewrite Z in R.
        destruct (skipn_first _ _ _ _ R) as [D R']. rewrite D.
        pose proof (N i). split; [apply Z.leb_le; lia|]. intros _.
        split; [rewrite (proj2 (Z.ltb_lt _ _)) by lia; reflexivity|].
        intros others' Q _. split; [reflexivity|]. unfold svt_invariant. simpl.
        repeat split; auto; try lia.
        * replace (Z.to_nat (i + 1)) with (S (Z.to_nat i)) by lia. rewrite R'. congruence.
        * rewrite Z.add_0_r. rewrite no_step. lra.
      + (* above *)
        apply ends_decide, ends_publish in E1 as [others [R F]]. rewrite Z in R.
        destruct (skipn_first _ _ _ _ R) as [D R']. rewrite D.
        pose proof (N i). split; [apply Z.leb_le; lia|]. intros _.
        split; [rewrite (proj2 (Z.ltb_ge _ _)) by lia; reflexivity|].
        intros others' Q _. split; [f_equal; lia|]. unfold svt_invariant. simpl.
        repeat split; auto; try lia.
        * replace (Z.to_nat (i + 1)) with (S (Z.to_nat i)) by lia. rewrite R'. congruence.
        * assert (price (Law Exponential b) x (x + (f i - f' i)) <= 1 / b)%R
            by (apply one_step; [exact positive | reflexivity | lia]).
          rewrite plus_IZR. unfold Rdiv in *. lra.
  Qed.
End Svt.
