(* SPDX-License-Identifier: Apache-2.0 *)
(* Two mechanisms of examples/ with their alignments: what Plumb proves of them follows from the theorem. *)
From Coq Require Import Reals ZArith List Bool Lra Lia PeanoNat.
From Plumb Require Import sums laws mechanism alignment.
Import ListNotations.
Open Scope R_scope.

(* `f decreasing by 1`: each answer on D is that on D', or 1 more. Nothing is said of the other direction. *)
Definition decreasing_by_1 : list Z -> list Z -> Prop := Forall2 (fun f f' => (0 <= f - f' <= 1)%Z).

Section Examples.
  Variable b : R.
  Hypothesis positive : 0 < b.

  Lemma one_step (x y : Z) (l : law) : scale l = b -> (0 <= y - x <= 1)%Z -> price l x y <= 1 / b.
  Proof.
    intros S D. unfold price, Rdiv. rewrite S. apply Rmult_le_compat_r.
    - left. apply Rinv_0_lt_compat, positive.
    - apply (IZR_le _ 1). lia.
  Qed.

  Lemma no_step (x : Z) (l : law) : price l x x = 0.
  Proof. unfold price. replace (x - x)%Z with 0%Z by lia. simpl. unfold Rdiv. ring. Qed.

  (* The asymmetric sparse vector technique: for each answer, "below" if it is so with its noise, and else the noisy
     answer, up to c times. The threshold has no noise. *)

  Inductive verdict := Below | Above (noisy : Z).

  Variable T : Z.

  Fixpoint svt (c i : nat) (answers : list Z) : tree nat verdict :=
    match answers, c with
    | f :: others, S fewer =>
        Draw i (Law Exponential b) (fun lam =>
          if (f + lam <? T)%Z
          then Publish Below (svt c (S i) others)
          else Publish (Above (f + lam)) (svt fewer (S i) others))
    | _, _ => Stop
    end.

  (* `align lam[i] by out[i] is above ? f[i] - f'[i] : 0` *)
  Definition svt_amount (answers answers' : list Z) (z : output verdict) (i : nat) : Z :=
    match nth_error z i with
    | Some (Above _) => (nth i answers 0 - nth i answers' 0)%Z
    | _ => 0%Z
    end.

  Lemma svt_aligned answers answers' : decreasing_by_1 answers answers' ->
    forall c i amount run z,
      (forall k, amount (i + k)%nat = svt_amount answers answers' z k) ->
      publishes (svt c i answers) z run ->
      let from := draws (svt c i answers) run in
      let run' := moved amount from run in
      draws (svt c i answers') run' = from /\
      Forall (fun draw => 0 < scale (snd draw)) from /\
      possible (svt c i answers') run' = true /\
      published (svt c i answers') run' = Some z /\
      cost from run run' <= INR c / b.
  Proof.
    assert (forall c, 0 <= INR c / b) as Pays.
    { intros c. apply Rmult_le_pos; [apply pos_INR | left; apply Rinv_0_lt_compat, positive]. }
    intros N. induction N as [|f f' answers answers' D N IH]; intros c i amount run z A [P I].
    - destruct run; [|discriminate]. simpl in *. repeat split; auto.
    - destruct c as [|fewer]; [destruct run; [|discriminate]; simpl in *; repeat split; auto; apply (Pays O)|].
      destruct run as [|x rest]; [discriminate|].
      unfold possible in *. simpl in P, I |- *. apply andb_prop in I as [I0 I].
      apply Z.leb_le in I0. pose proof (A O) as A0. rewrite Nat.add_0_r in A0.
      destruct (Z.ltb_spec (f + x) T) as [L|L]; simpl in P, I |- *.
      + (* Below: f' + x is not above f + x. *)
        destruct (published _ rest) as [y|] eqn:Q; [|discriminate]. injection P as <-.
        unfold svt_amount in A0. simpl in A0. rewrite A0, Z.add_0_r. rewrite (proj2 (Z.ltb_lt _ _)) by lia. simpl.
        destruct (IH (S fewer) (S i) amount rest y) as [J1 [J2 [J3 [J4 J5]]]].
        { intros k. replace (S i + k)%nat with (i + S k)%nat by lia. apply A. }
        { split; assumption. }
        unfold possible in J3. rewrite J1, J4, no_step. rewrite J1 in J3. repeat split.
        * constructor; assumption.
        * rewrite J3. unfold in_support. simpl. rewrite (proj2 (Z.leb_le _ _)) by lia. reflexivity.
        * rewrite Rplus_0_l. exact J5.
      + (* Above: the noisy answers are equal. *)
        destruct (published _ rest) as [y|] eqn:Q; [|discriminate]. injection P as <-.
        unfold svt_amount in A0. simpl in A0. rewrite A0. replace (f' + (x + (f - f')))%Z with (f + x)%Z by lia.
        rewrite (proj2 (Z.ltb_ge _ _)) by lia. simpl.
        destruct (IH fewer (S i) amount rest y) as [J1 [J2 [J3 [J4 J5]]]].
        { intros k. replace (S i + k)%nat with (i + S k)%nat by lia. apply A. }
        { split; assumption. }
        unfold possible in J3. rewrite J1, J4. rewrite J1 in J3. repeat split.
        * constructor; assumption.
        * rewrite J3. unfold in_support. simpl. rewrite (proj2 (Z.leb_le _ _)) by lia. reflexivity.
        * assert (price (Law Exponential b) x (x + (f - f')) <= 1 / b) by (apply one_step; [reflexivity | lia]).
          change (INR (S fewer)) with (match fewer with O => 1 | S _ => INR fewer + 1 end).
          assert (INR (S fewer) / b = 1 / b + INR fewer / b) as E by (rewrite S_INR; field; lra).
          change (match fewer with O => 1 | S _ => INR fewer + 1 end) with (INR (S fewer)). rewrite E. lra.
  Qed.

  Lemma svt_decides_nothing answers : forall c i, no_decisions (svt c i answers).
  Proof.
    induction answers as [|f others IH]; intros [|c] i; simpl; auto.
    intros x. destruct (_ <? _)%Z; simpl; apply IH.
  Qed.

  Theorem svt_private c answers answers' :
    decreasing_by_1 answers answers' -> private (INR c / b) (svt c 0 answers) (svt c 0 answers').
  Proof.
    intros N. apply (alignment_theorem Nat.eq_dec).
    assert (forall z run, publishes (svt c 0 answers) z run -> _) as F
      by (intros z run P; exact (svt_aligned answers answers' N c 0 (svt_amount answers answers' z) run z
                                   (fun k => eq_refl) P)).
    refine {| shift := fun z _ i _ => svt_amount answers answers' z i; reads := fun _ _ _ _ => False |}.
    - reflexivity.
    - intros z w a. constructor. intros k [].
    - intros z run P. apply (F z run P).
    - intros z run P. rewrite !decisions_none; auto using svt_decides_nothing.
    - intros z run P. apply (F z run P).
    - intros z run P. apply (F z run P).
    - intros z run P. apply (F z run P).
    - intros z run P. apply (F z run P).
  Qed.
  (* Report noisy max, for answers that only fall: which noisy answer is the largest (the first of those). What an
     alignment reads, the winner, is published at the very end. *)

  Definition better (best : option (nat * Z)) (i : nat) (noisy : Z) : option (nat * Z) :=
    match best with
    | Some (_, v) => if (v <? noisy)%Z then Some (i, noisy) else best
    | None => Some (i, noisy)
    end.

  Fixpoint noisy_max (best : option (nat * Z)) (i : nat) (answers : list Z) : tree nat nat :=
    match answers with
    | [] => match best with Some (winner, _) => Publish winner Stop | None => Stop end
    | f :: others => Draw i (Law Exponential b) (fun lam => noisy_max (better best i (f + lam)) (S i) others)
    end.

  (* `align lam[i] by i = result ? f[i] - f'[i] : 0` *)
  Definition max_amount (answers answers' : list Z) (z : output nat) (i : nat) : Z :=
    match z with
    | [winner] => if (i =? winner)%nat then (nth i answers 0 - nth i answers' 0)%Z else 0%Z
    | _ => 0%Z
    end.

  Lemma noisy_max_result answers : forall best i run z,
    published (noisy_max best i answers) run = Some z ->
    (answers = [] /\ best = None /\ z = []) \/
    exists winner, z = [winner] /\ ((i <= winner)%nat \/ exists v, best = Some (winner, v)).
  Proof.
    induction answers as [|f others IH]; intros best i run z P; simpl in P.
    - destruct best as [[winner v]|]; (destruct run; [|discriminate]); injection P as <-.
      + right. exists winner. split; [reflexivity | right; exists v; reflexivity].
      + left. auto.
    - right. destruct run as [|x rest]; [discriminate|]. apply IH in P as [[_ [N _]]|[winner [-> W]]].
      + unfold better in N. destruct best as [[w v]|]; [|discriminate]. destruct (_ <? _)%Z; discriminate.
      + exists winner. split; [reflexivity|]. destruct W as [W|[v W]]; [left; lia|].
        unfold better in W. destruct best as [[w u]|]; [destruct (_ <? _)%Z|]; injection W as <- <-; eauto.
  Qed.

  Definition not_better (best' best : option (nat * Z)) : Prop :=
    match best', best with
    | None, None => True
    | Some (_, v'), Some (_, v) => (v' <= v)%Z
    | _, _ => False
    end.

  (* The invariant: up to the winner, the best so far is not better on D'; behind it, it is the winner on both, or else the
     run on D cannot end with z any more. And who is best was drawn before. *)
  Lemma noisy_max_aligned answers answers' : decreasing_by_1 answers answers' ->
    forall best best' i amount run winner,
      (forall k, amount (i + k)%nat =
                 if (i + k =? winner)%nat then (nth k answers 0 - nth k answers' 0)%Z else 0%Z) ->
      ((winner < i)%nat -> best = best') ->
      ((i <= winner)%nat -> not_better best' best) ->
      (forall w v, best = Some (w, v) -> (w < i)%nat) ->
      publishes (noisy_max best i answers) [winner] run ->
      let from := draws (noisy_max best i answers) run in
      let run' := moved amount from run in
      draws (noisy_max best' i answers') run' = from /\
      Forall (fun draw => 0 < scale (snd draw)) from /\
      possible (noisy_max best' i answers') run' = true /\
      published (noisy_max best' i answers') run' = Some [winner] /\
      cost from run run' <= (if (winner <? i)%nat then 0 else 1 / b).
  Proof.
    assert (0 <= 1 / b) as Pays.
    { apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat, positive]. }
    intros N. induction N as [|f f' answers answers' D N IH]; intros best best' i amount run winner A E M B [P I].
    - simpl in *. destruct best as [[w v]|]; simpl in *; [|destruct run; discriminate].
      destruct run; [|discriminate]. injection P as ->. specialize (B winner v eq_refl).
      rewrite <- (E B). rewrite (proj2 (Nat.ltb_lt _ _)) by exact B. repeat split; auto. lra.
    - destruct run as [|x rest]; [discriminate|].
      unfold possible in *. simpl in P, I |- *. apply andb_prop in I as [I0 I].
      assert (0 <= x)%Z as X by (apply Z.leb_le; exact I0).
      pose proof (A O) as A0. rewrite Nat.add_0_r in A0. simpl in A0.
      assert (forall k, amount (S i + k)%nat =
                if (S i + k =? winner)%nat then (nth k answers 0 - nth k answers' 0)%Z else 0%Z) as A1.
      { intros k. replace (S i + k)%nat with (i + S k)%nat by lia. apply A. }
      pose proof (noisy_max_result answers _ _ _ _ P) as [[_ [_ Z]]|[w [[= <-] W]]]; [discriminate|].
      assert (forall w v, better best i (f + x) = Some (w, v) -> (w < S i)%nat) as B1.
      { intros w v Q. unfold better in Q. destruct best as [[u y]|].
        - specialize (B u y eq_refl). destruct (_ <? _)%Z; injection Q as <- <-; lia.
        - injection Q as <- <-. lia. }
      destruct (Nat.eqb_spec i winner) as [->|NE].
      + (* It wins. Its noisy answers are equal. *)
        rewrite A0. replace (f' + (x + (f - f')))%Z with (f + x)%Z by lia.
        assert (better best winner (f + x) = better best' winner (f + x)) as Q.
        { destruct W as [W|[v W]]; [lia|]. specialize (M (le_n _)). unfold better in *.
          destruct best as [[u y]|], best' as [[u' y']|]; simpl in M; try contradiction; auto.
          destruct (Z.ltb_spec y (f + x)) as [L|L].
          - rewrite (proj2 (Z.ltb_lt _ _)) by lia. reflexivity.
          - injection W as -> _. specialize (B winner y eq_refl). lia. }
        destruct (IH (better best winner (f + x)) (better best' winner (f + x)) (S winner) amount rest winner A1) as [J1 [J2 [J3 [J4 J5]]]].
        { intros _. exact Q. } { lia. } { exact B1. } { split; assumption. }
        unfold possible in J3. rewrite J1, J4. rewrite J1 in J3. repeat split.
        * constructor; assumption.
        * rewrite J3. unfold in_support. simpl. rewrite (proj2 (Z.leb_le _ _)) by lia. reflexivity.
        * rewrite (proj2 (Nat.ltb_lt _ _)) in J5 by lia. rewrite Nat.ltb_irrefl.
          assert (price (Law Exponential b) x (x + (f - f')) <= 1 / b) by (apply one_step; [reflexivity | lia]).
          lra.
      + (* It does not, and on D' its noisy answer is not larger. *)
        rewrite A0, Z.add_0_r.
        destruct (IH (better best i (f + x)) (better best' i (f' + x)) (S i) amount rest winner A1)
          as [J1 [J2 [J3 [J4 J5]]]].
        { intros L. assert (winner < i)%nat as K by lia. rewrite <- (E K).
          destruct W as [W|[v W]]; [lia|]. unfold better in *. destruct best as [[u y]|].
          - destruct (Z.ltb_spec y (f + x)) as [G|G]; [injection W as -> _; contradiction|].
            rewrite (proj2 (Z.ltb_ge _ _)) by lia. reflexivity.
          - injection W as -> _. contradiction. }
        { intros L. assert (i <= winner)%nat as K by lia. specialize (M K). unfold better.
          destruct best as [[u y]|], best' as [[u' y']|]; simpl in M; try contradiction; simpl; [|lia].
          destruct (Z.ltb_spec y (f + x)), (Z.ltb_spec y' (f' + x)); simpl; lia. }
        { exact B1. } { split; assumption. }
        unfold possible in J3. rewrite J1, J4, no_step. rewrite J1 in J3. repeat split.
        * constructor; assumption.
        * rewrite J3, I0. reflexivity.
        * rewrite Rplus_0_l. apply Rle_trans with (1 := J5).
          destruct (Nat.ltb_spec winner (S i)), (Nat.ltb_spec winner i); try lra; lia.
  Qed.

  Lemma noisy_max_decides_nothing answers : forall best i, no_decisions (noisy_max best i answers).
  Proof. induction answers as [|f others IH]; intros [[w v]|] i; simpl; auto. Qed.

  Theorem noisy_max_private answers answers' :
    decreasing_by_1 answers answers' -> private (1 / b) (noisy_max None 0 answers) (noisy_max None 0 answers').
  Proof.
    intros N. apply (alignment_theorem Nat.eq_dec).
    assert (0 <= 1 / b) as Pays.
    { apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat, positive]. }
    set (shift := fun z (_ : list bool) i (_ : @noise nat) => max_amount answers answers' z i).
    assert (forall z run, publishes (noisy_max None 0 answers) z run ->
              let from := draws (noisy_max None 0 answers) run in
              let run' := aligned Nat.eq_dec shift z (noisy_max None 0 answers) run in
              draws (noisy_max None 0 answers') run' = from /\
              Forall (fun draw => 0 < scale (snd draw)) from /\
              possible (noisy_max None 0 answers') run' = true /\
              published (noisy_max None 0 answers') run' = Some z /\
              cost from run run' <= 1 / b) as F.
    { intros z run P. destruct (noisy_max_result answers None 0 run z (proj1 P)) as [[-> [_ ->]]|[winner [-> W]]].
      - inversion N. subst. destruct P as [P _]. destruct run; [|discriminate]. simpl. repeat split; auto.
      - destruct (noisy_max_aligned answers answers' N None None 0
                    (max_amount answers answers' [winner]) run winner) as [J1 [J2 [J3 [J4 J5]]]].
        + reflexivity.
        + reflexivity.
        + intros _. exact I.
        + discriminate.
        + exact P.
        + repeat split; assumption. }
    refine {| shift := shift; reads := fun _ _ _ _ => False |}.
    - reflexivity.
    - intros z w a. constructor. intros k [].
    - intros z run P. apply (F z run P).
    - intros z run P. rewrite !decisions_none; auto using noisy_max_decides_nothing.
    - intros z run P. apply (F z run P).
    - intros z run P. apply (F z run P).
    - intros z run P. apply (F z run P).
    - intros z run P. apply (F z run P).
  Qed.
End Examples.
