(* SPDX-License-Identifier: Apache-2.0 *)
(* A mechanism whose alignment has to read draws that are made later: which of n answers, with noise, beats all others and a
   public floor T, and by how much. The winner is moved by what the best of the others has lost, so it comes last in the order,
   wherever in the program it is drawn. Which one wins is read from z. *)
From Coq Require Import Reals ZArith List Bool Lra Lia PeanoNat.
From Plumb Require Import sums laws mechanism alignment examples.
Import ListNotations.
Open Scope Z_scope.

Section Gap.
  Variables (n : nat) (T : Z) (b : R).
  Hypothesis positive : (0 < b)%R.

  (* The best of the others; an earlier one wins a tie, so that a later one has to beat it by 1. *)
  Definition rival (f H : nat -> Z) (w j : nat) : Z :=
    if (j =? w)%nat then T else f j + H j + (if (j <? w)%nat then 1 else 0).

  Definition best_rival (f H : nat -> Z) (w : nat) : Z := fold_right Z.max T (map (rival f H w) (seq 0 n)).

  Definition wins (f H : nat -> Z) (w : nat) : bool := best_rival f H w <=? f w + H w.

  Definition gap (f H : nat -> Z) : option (nat * Z) :=
    match find (wins f H) (seq 0 n) with
    | Some w => Some (w, f w + H w - best_rival f H w)
    | None => None
    end.

  Fixpoint collect (i m : nat) (next : list Z -> tree nat (option (nat * Z))) : tree nat (option (nat * Z)) :=
    match m with
    | O => next []
    | S fewer => Draw i (Law Laplace b) (fun x => collect (S i) fewer (fun xs => next (x :: xs)))
    end.

  Definition value (xs : list Z) (j : nat) : Z := nth j xs 0.

  Definition gap_tree (f : nat -> Z) := collect 0 n (fun xs => Publish (gap f (value xs)) Stop).

  Definition names (i m : nat) : list (nat * law) := map (fun j => (j, Law Laplace b)) (seq i m).

  Lemma collect_run h m : forall i run z,
    published (collect i m (fun xs => Publish (h xs) Stop)) run = Some z -> length run = m /\ z = [h run].
  Proof.
    revert h. induction m as [|m IH]; intros h i run z P; simpl in P.
    - destruct run; [|discriminate]. injection P as <-. auto.
    - destruct run as [|x rest]; [discriminate|].
      destruct (IH (fun xs => h (x :: xs)) (S i) rest z P) as [L E]. simpl. auto.
  Qed.

  Lemma collect_published h m : forall i run,
    length run = m -> published (collect i m (fun xs => Publish (h xs) Stop)) run = Some [h run].
  Proof.
    revert h. induction m as [|m IH]; intros h i [|x rest]; simpl; try discriminate; auto.
    intros L. injection L as L. apply (IH (fun xs => h (x :: xs))), L.
  Qed.

  Lemma collect_draws h m : forall i run,
    length run = m -> draws (collect i m (fun xs => Publish (h xs) Stop)) run = names i m.
  Proof.
    revert h. induction m as [|m IH]; intros h i [|x rest]; simpl; try discriminate; auto.
    intros L. injection L as L. unfold names. simpl. f_equal. apply (IH (fun xs => h (x :: xs))), L.
  Qed.

  Lemma collect_decides_nothing h m : forall i, no_decisions (collect i m (fun xs => Publish (h xs) Stop)).
  Proof.
    revert h. induction m as [|m IH]; intros h i; simpl; [exact I|]. intros x. apply (IH (fun xs => h (x :: xs))).
  Qed.

  Lemma noise_of_all m : forall i run j,
    length run = m -> noise_of Nat.eq_dec (names i m) run (i + j)%nat = value run j.
  Proof.
    unfold value. induction m as [|m IH]; intros i [|x rest] j; simpl; try discriminate.
    - intros _. destruct j; reflexivity.
    - intros L. injection L as L. destruct (Nat.eq_dec (i + j) i) as [E|E].
      + assert (j = O) as -> by lia. reflexivity.
      + destruct j as [|j]; [lia|]. replace (i + S j)%nat with (S i + j)%nat by lia. apply (IH (S i) rest j L).
  Qed.

  Lemma moved_all amount m : forall i run,
    length run = m -> length (moved amount (names i m) run) = m /\
    forall j, (j < m)%nat -> value (moved amount (names i m) run) j = value run j + amount (i + j)%nat.
  Proof.
    unfold value. induction m as [|m IH]; intros i [|x rest]; simpl; try discriminate.
    - intros _. split; [reflexivity | lia].
    - intros L. injection L as L. destruct (IH (S i) rest L) as [K V]. split; [f_equal; exact K|].
      intros [|j] J; [rewrite Nat.add_0_r; reflexivity|].
      replace (i + S j)%nat with (S i + j)%nat by lia. apply V. lia.
  Qed.

  Lemma cost_of_one amount w m : forall i run,
    length run = m -> (forall j, j <> w -> amount j = 0) -> Z.abs (amount w) <= 1 ->
    (cost (names i m) run (moved amount (names i m) run) <= if (w <? i)%nat then 0 else 1 / b)%R.
  Proof.
    assert (0 <= 1 / b)%R as Pays.
    { apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat, positive]. }
    unfold names. induction m as [|m IH]; intros i [|x rest]; simpl; try discriminate; intros L O A.
    - destruct (_ <? _)%nat; lra.
    - injection L as L. specialize (IH (S i) rest L O A). revert IH.
      destruct (Nat.ltb_spec w (S i)), (Nat.ltb_spec w i); try lia; intros IH.
      + rewrite (O i) by lia. rewrite Z.add_0_r, no_step. lra.
      + assert (i = w) as -> by lia.
        assert (price (Law Laplace b) x (x + amount w) <= 1 / b)%R; [|lra].
        unfold price, Rdiv. simpl. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, positive|].
        apply (IZR_le _ 1). lia.
      + rewrite (O i) by lia. rewrite Z.add_0_r, no_step. lra.
  Qed.

  (* Who wins, and by how much. *)

  Lemma best_rival_ext f H G w :
    (forall j, (j < n)%nat -> j <> w -> H j = G j) -> best_rival f H w = best_rival f G w.
  Proof.
    intros E. unfold best_rival. f_equal. apply map_ext_in. intros j J. apply in_seq in J. unfold rival.
    destruct (Nat.eqb_spec j w); [reflexivity | rewrite E by lia; reflexivity].
  Qed.

  Lemma gap_ext f H G : (forall j, (j < n)%nat -> H j = G j) -> gap f H = gap f G.
  Proof.
    intros E. unfold gap.
    assert (forall l, (forall j, In j l -> (j < n)%nat) -> find (wins f H) l = find (wins f G) l) as F.
    { induction l as [|j l IH]; simpl; intros I; [reflexivity|].
      unfold wins at 1 3. rewrite (best_rival_ext f H G j), (E j) by auto. rewrite IH by auto. reflexivity. }
    rewrite F by (intros j J; apply in_seq in J; lia).
    destruct (find (wins f G) (seq 0 n)) as [w|] eqn:W; [|reflexivity].
    apply find_some in W as [W _]. apply in_seq in W.
    rewrite (best_rival_ext f H G w), (E w) by (auto; lia). reflexivity.
  Qed.

  Lemma best_rival_at_least f H w j : (j < n)%nat -> rival f H w j <= best_rival f H w.
  Proof.
    intros J. unfold best_rival. assert (In j (seq 0 n)) as I by (apply in_seq; lia). revert I.
    induction (seq 0 n) as [|k l IH]; simpl; intros []; [subst; lia | specialize (IH H0); lia].
  Qed.

  (* Answers fall by at most 1, so the best of the others does. *)
  Lemma best_rival_falls f f' H w :
    (forall j, 0 <= f j - f' j <= 1) -> 0 <= best_rival f H w - best_rival f' H w <= 1.
  Proof.
    intros N. unfold best_rival. induction (seq 0 n) as [|j l IH]; simpl; [lia|].
    assert (0 <= rival f H w j - rival f' H w j <= 1); [|lia].
    specialize (N j). unfold rival. destruct (j =? w)%nat, (j <? w)%nat; lia.
  Qed.

  Lemma only_one_wins f H w u : (w < n)%nat -> (u < n)%nat -> wins f H w = true -> wins f H u = true -> w = u.
  Proof.
    unfold wins. intros W U A B. apply Z.leb_le in A. apply Z.leb_le in B.
    pose proof (best_rival_at_least f H w u U) as P. pose proof (best_rival_at_least f H u w W) as Q.
    unfold rival in P, Q. rewrite (Nat.eqb_sym w u) in Q.
    destruct (Nat.eqb_spec u w), (Nat.ltb_spec u w), (Nat.ltb_spec w u); lia.
  Qed.

  Lemma gap_of_winner f H w : (w < n)%nat -> wins f H w = true -> gap f H = Some (w, f w + H w - best_rival f H w).
  Proof.
    intros W A. unfold gap. destruct (find (wins f H) (seq 0 n)) as [u|] eqn:F.
    - apply find_some in F as [I B]. apply in_seq in I.
      assert (w = u) as -> by (apply (only_one_wins f H); auto; lia). reflexivity.
    - pose proof (find_none _ _ F w) as C. rewrite A in C. discriminate C. apply in_seq. lia.
  Qed.

  (* If somebody reaches the floor, somebody wins. *)
  Lemma somebody_wins f H u : (u < n)%nat -> T <= f u + H u -> exists w, (w < n)%nat /\ wins f H w = true.
  Proof.
    intros U R.
    assert (forall m, (forall j, (j < m)%nat -> f j + H j < T) \/
              exists w, (w < m)%nat /\ T <= f w + H w /\
                forall j, (j < m)%nat -> j <> w -> f j + H j + (if (j <? w)%nat then 1 else 0) <= f w + H w) as A.
    { induction m as [|m [A|[w [W [F A]]]]]; [left; lia | |].
      - destruct (Z_lt_le_dec (f m + H m) T) as [L|L].
        + left. intros j J. destruct (Nat.eq_dec j m) as [->|D]; [exact L | apply A; lia].
        + right. exists m. split; [lia|]. split; [exact L|]. intros j J D.
          assert (f j + H j < T) by (apply A; lia). destruct (_ <? _)%nat; lia.
      - right. destruct (Z_le_gt_dec (f m + H m) (f w + H w)) as [L|L].
        + exists w. split; [lia|]. split; [exact F|]. intros j J D. destruct (Nat.eq_dec j m) as [->|E].
          * destruct (Nat.ltb_spec m w); lia.
          * apply A; [lia | exact D].
        + exists m. split; [lia|]. split; [lia|]. intros j J D.
          destruct (Nat.eq_dec j w) as [->|E]; [destruct (_ <? _)%nat; lia|].
          assert (f j + H j + (if (j <? w)%nat then 1 else 0) <= f w + H w) as B by (apply A; lia).
          destruct (j <? w)%nat, (j <? m)%nat; lia. }
    destruct (A n) as [B|[w [W [F B]]]]; [specialize (B u U); lia|].
    exists w. split; [exact W|]. unfold wins. apply Z.leb_le. unfold best_rival.
    assert (forall l, (forall j, In j l -> (j < n)%nat) -> fold_right Z.max T (map (rival f H w) l) <= f w + H w) as C.
    { induction l as [|j l IH]; simpl; intros I; [exact F|].
      assert (rival f H w j <= f w + H w); [|specialize (IH ltac:(auto)); lia].
      unfold rival. destruct (Nat.eqb_spec j w) as [->|D]; [exact F | apply B; auto]. }
    apply C. intros j J. apply in_seq in J. lia.
  Qed.

  Lemma floor_is_rival f H w : T <= best_rival f H w.
  Proof. unfold best_rival. induction (seq 0 n) as [|j l IH]; simpl; lia. Qed.

  (* `align lam[i] by i = out.winner ? f[i] - f'[i] + best rival' - best rival : 0` *)
  Definition gap_shift (f f' : nat -> Z) : @shifts nat (option (nat * Z)) := fun z _ i H =>
    match z with
    | [Some (w, _)] => if (i =? w)%nat then f i - f' i + best_rival f' H i - best_rival f H i else 0
    | _ => 0
    end.

  Theorem gap_private f f' :
    (forall j, 0 <= f j - f' j <= 1) -> private (1 / b) (gap_tree f) (gap_tree f').
  Proof.
    intros N. apply (alignment_theorem Nat.eq_dec).
    assert (0 <= 1 / b)%R as Pays.
    { apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat, positive]. }
    assert (forall m i run, in_supports (names i m) run = true) as Everywhere.
    { unfold names. induction m as [|m IH]; intros i [|x rest]; simpl; auto. }
    assert (forall z run, publishes (gap_tree f) z run ->
              let run' := aligned Nat.eq_dec (gap_shift f f') z (gap_tree f) run in
              draws (gap_tree f) run = names 0 n /\ draws (gap_tree f') run' = names 0 n /\
              published (gap_tree f') run' = Some z /\ (cost (names 0 n) run run' <= 1 / b)%R) as F.
    { intros z run [P _] run'. apply collect_run in P as [L ->].
      assert (draws (gap_tree f) run = names 0 n) as D by (apply collect_draws, L).
      set (H := noise_of Nat.eq_dec (names 0 n) run).
      assert (forall j, H j = value run j) as V by (intros j; apply (noise_of_all n 0 run j L)).
      set (amount := fun a => gap_shift f f' [gap f (value run)] (decisions (gap_tree f) run) a H).
      assert (run' = moved amount (names 0 n) run) as -> by (unfold run', aligned; rewrite D; reflexivity).
      destruct (moved_all amount n 0 run L) as [L' V']. simpl in V'.
      split; [exact D|]. split; [apply collect_draws, L'|]. split.
      - unfold gap_tree. rewrite (collect_published _ n 0 _ L'). f_equal. f_equal.
        rewrite (gap_ext f' _ (fun j => H j + amount j)) by (intros j J; rewrite V', V by exact J; reflexivity).
        rewrite <- (gap_ext f H (value run)) by (intros j _; apply V).
        destruct (gap f H) as [[w g]|] eqn:G.
        + unfold gap in G. destruct (find (wins f H) (seq 0 n)) as [u|] eqn:W; [|discriminate]. injection G as -> G.
          apply find_some in W as [I A]. apply in_seq in I. unfold wins in A. apply Z.leb_le in A.
          assert (gap f (value run) = Some (w, g)) as E.
          { rewrite <- (gap_ext f H (value run)) by (intros j _; apply V). rewrite <- G.
            apply gap_of_winner; [lia | apply Z.leb_le, A]. }
          assert (forall j, amount j = if (j =? w)%nat then f j - f' j + best_rival f' H j - best_rival f H j else 0) as M.
          { intros j. unfold amount, gap_shift. rewrite E. reflexivity. }
          assert (best_rival f' (fun j => H j + amount j) w = best_rival f' H w) as R.
          { apply best_rival_ext. intros j _ E'. rewrite M, (proj2 (Nat.eqb_neq _ _)) by exact E'. lia. }
          assert (amount w = f w - f' w + best_rival f' H w - best_rival f H w) as K.
          { rewrite M, Nat.eqb_refl. reflexivity. }
          rewrite (gap_of_winner f' _ w); [| lia | unfold wins; apply Z.leb_le; rewrite R, K; lia].
          cbv beta. rewrite R, K.
          replace (f' w + _ - _) with g by lia. reflexivity.
        + (* Nobody reaches the floor, and on D' all the more. *)
          assert (gap f (value run) = None) as E.
          { rewrite <- (gap_ext f H (value run)) by (intros j _; apply V). exact G. }
          assert (forall j, amount j = 0) as M by (intros j; unfold amount, gap_shift; rewrite E; reflexivity).
          rewrite (gap_ext f' _ H) by (intros j _; rewrite M; lia).
          unfold gap in *. destruct (find (wins f H) (seq 0 n)) eqn:W; [discriminate|].
          destruct (find (wins f' H) (seq 0 n)) as [u|] eqn:U; [exfalso | reflexivity].
          apply find_some in U as [I A]. apply in_seq in I. unfold wins in A. apply Z.leb_le in A.
          pose proof (floor_is_rival f' H u). pose proof (N u).
          destruct (somebody_wins f H u) as [w [J B]]; [lia | lia |].
          pose proof (find_none _ _ W w) as C. rewrite B in C. discriminate C. apply in_seq. lia.
      - assert (forall w g, gap f (value run) = Some (w, g) -> Z.abs (amount w) <= 1) as Least.
        { intros w g E. unfold amount, gap_shift. rewrite E, Nat.eqb_refl.
          pose proof (N w). pose proof (best_rival_falls f f' H w N). lia. }
        destruct (gap f (value run)) as [[w g]|] eqn:E.
        + assert (forall j, j <> w -> amount j = 0) as Others.
          { intros j J. unfold amount, gap_shift. apply Nat.eqb_neq in J. rewrite J. reflexivity. }
          exact (cost_of_one amount w n 0 run L Others (Least w g eq_refl)).
        + exact (cost_of_one amount 0 n 0 run L (fun _ _ => eq_refl) ltac:(simpl; lia)). }
    refine {| shift := gap_shift f f';
              reads := fun z _ a b => exists w g, z = [Some (w, g)] /\ a = w /\ b <> w |}.
    - intros z w a H G E. unfold gap_shift. destruct z as [|[[u g]|] [|? ?]]; try reflexivity.
      destruct (Nat.eqb_spec a u) as [->|D]; [|reflexivity].
      assert (forall j, j <> u -> H j = G j) as K by (intros j J; apply E; exists u, g; auto).
      rewrite (best_rival_ext f' H G u), (best_rival_ext f H G u) by auto. reflexivity.
    - intros z w.
      assert (forall a, (forall u g, z = [Some (u, g)] -> a <> u) ->
                Acc (fun b a => exists u g, z = [Some (u, g)] /\ a = u /\ b <> u) a) as First.
      { intros a D. constructor. intros c [u [g [E [K _]]]]. exfalso. apply (D u g E K). }
      intros a. constructor. intros c [u [g [-> [_ D]]]]. apply First. intros v h [= <- _]. exact D.
    - intros z run P. destruct (F z run P) as [D [D' _]]. rewrite D, D'. reflexivity.
    - intros z run P. unfold gap_tree. rewrite !decisions_none; auto using collect_decides_nothing.
    - intros z run P. rewrite (proj1 (F z run P)). unfold names. apply Forall_forall.
      intros d J. apply in_map_iff in J as [j [<- _]]. exact positive.
    - intros z run P. unfold possible. rewrite (proj1 (proj2 (F z run P))). apply Everywhere.
    - intros z run P. apply (F z run P).
    - intros z run P. destruct (F z run P) as [D [_ [_ C]]]. rewrite D. exact C.
  Qed.
End Gap.
