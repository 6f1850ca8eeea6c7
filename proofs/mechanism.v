(* SPDX-License-Identifier: Apache-2.0 *)
(* Mechanisms, their runs, and the probabilities of what they publish. *)
From Coq Require Import Reals ZArith List Bool Lra Lia.
From Plumb Require Import sums laws.
Import ListNotations.
Open Scope R_scope.

Section Mechanisms.
  (* The names of draws, such as `lam[3]`, and what can be published at one place. *)
  Context {name cell : Type}.

  (* What a mechanism does on one data set, step by step. The law of a draw, and everything behind it, may depend on what
     was drawn before. A draw has infinitely many values and so infinitely many sequels; each way through the tree ends
     (condition 1, termination), though there may be no bound on how long it takes. *)
  Inductive tree :=
  | Stop
  | Publish (what : cell) (next : tree)
  (* A test, and how it came out: nobody sees it, but the run on D' has to decide alike. *)
  | Decide (so : bool) (next : tree)
  | Draw (who : name) (from : law) (next : Z -> tree).

  Definition output := list cell.

  (* A run is the list of the numbers that it drew, the first one first. It is a run of t if t, given these numbers, stops,
     and has no number left. What it publishes is then `published t run`. *)
  Fixpoint published (t : tree) (run : list Z) : option output :=
    match t, run with
    | Stop, [] => Some []
    | Publish v next, _ => option_map (cons v) (published next run)
    | Decide _ next, _ => published next run
    | Draw _ _ next, x :: rest => published (next x) rest
    | _, _ => None
    end.

  (* The draws of a run: who they are, and from which law. *)
  Fixpoint draws (t : tree) (run : list Z) : list (name * law) :=
    match t, run with
    | Publish _ next, _ => draws next run
    | Decide _ next, _ => draws next run
    | Draw a l next, x :: rest => (a, l) :: draws (next x) rest
    | _, _ => []
    end.

  (* The way that a run goes. *)
  Fixpoint decisions (t : tree) (run : list Z) : list bool :=
    match t, run with
    | Publish _ next, _ => decisions next run
    | Decide so next, _ => so :: decisions next run
    | Draw _ _ next, x :: rest => decisions (next x) rest
    | _, _ => []
    end.

  (* Trees that keep no record of tests. *)
  Fixpoint no_decisions (t : tree) : Prop :=
    match t with
    | Stop => True
    | Publish _ next => no_decisions next
    | Decide _ _ => False
    | Draw _ _ next => forall x, no_decisions (next x)
    end.

  Lemma decisions_none t run : no_decisions t -> decisions t run = [].
  Proof.
    revert run. induction t as [|v next IH|so next IH|a l next IH]; simpl; intros run N.
    - reflexivity.
    - apply IH, N.
    - contradiction.
    - destruct run as [|x rest]; [reflexivity | apply IH, N].
  Qed.

  (* The draws are independent, so that probabilities are multiplied. What is no run has none. *)
  Fixpoint likelihood (t : tree) (run : list Z) : R :=
    match t, run with
    | Stop, [] => 1
    | Publish _ next, _ => likelihood next run
    | Decide _ next, _ => likelihood next run
    | Draw _ l next, x :: rest => mass l x * likelihood (next x) rest
    | _, _ => 0
    end.

  (* Each draw lies in the support of its law. *)
  Fixpoint in_supports (from : list (name * law)) (run : list Z) : bool :=
    match from, run with
    | (_, l) :: others, x :: rest => in_support l x && in_supports others rest
    | _, _ => true
    end.

  Definition possible (t : tree) (run : list Z) : bool := in_supports (draws t run) run.

  (* Whatever is drawn, the scale of the next draw is positive. *)
  Fixpoint scales_positive (t : tree) : Prop :=
    match t with
    | Stop => True
    | Publish _ next => scales_positive next
    | Decide _ next => scales_positive next
    | Draw _ l next => 0 < scale l /\ forall x, scales_positive (next x)
    end.

  (* Probabilities of sets of outputs: the least upper bound of what finitely many runs have in sum. (A sum over a
     countable set of numbers that are at least 0 is that, in whatever order they are added.) *)

  Definition event := output -> Prop.

  Definition ends_in (t : tree) (S : event) (run : list Z) : Prop :=
    exists z, published t run = Some z /\ S z.

  Definition total (t : tree) (runs : list (list Z)) : R := sum (likelihood t) runs.

  Definition finite_part (t : tree) (S : event) (p : R) : Prop :=
    exists runs, NoDup runs /\ (forall run, In run runs -> ends_in t S run) /\ p = total t runs.

  Definition probability (t : tree) (S : event) (p : R) : Prop := is_lub (finite_part t S) p.

  (* That these are probabilities. *)

  Lemma likelihood_nonnegative t : scales_positive t -> forall run, 0 <= likelihood t run.
  Proof.
    induction t as [|v next IH|so next IH|a l next IH]; simpl; intros P run.
    - destruct run; lra.
    - auto.
    - auto.
    - destruct P as [B P]. destruct run as [|x rest]; [lra|].
      apply Rmult_le_pos; [apply mass_nonnegative, B | apply IH, P].
  Qed.

  Lemma likelihood_of_no_run t run : published t run = None -> likelihood t run = 0.
  Proof.
    revert run. induction t as [|v next IH|so next IH|a l next IH]; simpl; intros run.
    - destruct run; [discriminate | reflexivity].
    - destruct (published next run) eqn:E; [discriminate | auto].
    - auto.
    - destruct run as [|x rest]; intros E; [reflexivity|]. rewrite IH; [ring | exact E].
  Qed.

  Definition behind (X : list Z) (runs : Z -> list (list Z)) : list (list Z) :=
    flat_map (fun x => map (cons x) (runs x)) X.

  Lemma total_behind a l next X runs :
    total (Draw a l next) (behind X runs) = sum (fun x => mass l x * total (next x) (runs x)) X.
  Proof.
    unfold total, behind. rewrite sum_of_sums. apply sum_same. intros x _.
    rewrite sum_map. simpl. apply sum_scale.
  Qed.

  Theorem total_at_most_1 t : scales_positive t -> forall runs, NoDup runs -> total t runs <= 1.
  Proof.
    induction t as [|v next IH|so next IH|a l next IH]; intros P runs D.
    - apply Rle_trans with (total Stop [[]]); [|unfold total; simpl; lra].
      apply sum_inside; [apply likelihood_nonnegative; exact I | exact D |].
      intros [|x rest] _; simpl; auto.
    - apply (IH P runs D).
    - apply (IH P runs D).
    - pose proof (likelihood_nonnegative _ P) as N. destruct P as [B P].
      set (heads := nodup Z.eq_dec (map (hd 0%Z) runs)).
      set (tails := nodup (list_eq_dec Z.eq_dec) (map (@tl Z) runs)).
      apply Rle_trans with (total (Draw a l next) (behind heads (fun _ => tails))).
      + apply sum_inside; [exact N | exact D |].
        intros [|x rest] J; [right; reflexivity | left].
        apply in_flat_map. exists x. split.
        * apply nodup_In. apply (in_map (hd 0%Z)) in J. exact J.
        * apply in_map. apply nodup_In. apply (in_map (@tl Z)) in J. exact J.
      + rewrite total_behind. apply Rle_trans with (sum (mass l) heads).
        * apply sum_at_most. intros x _.
          assert (0 <= mass l x) by (apply mass_nonnegative, B).
          assert (total (next x) tails <= 1) by (apply IH; [apply P | apply NoDup_nodup]).
          rewrite <- (Rmult_1_r (mass l x)) at 2. apply Rmult_le_compat_l; assumption.
        * apply mass_at_most_1; [exact B | apply NoDup_nodup].
  Qed.

  Lemma probability_exists t S : scales_positive t -> exists p, probability t S p /\ 0 <= p <= 1.
  Proof.
    intros P.
    assert (finite_part t S 0) as Z.
    { exists []. repeat split; [constructor | intros run []]. }
    assert (is_upper_bound (finite_part t S) 1) as U.
    { intros p [runs [D [_ ->]]]. apply total_at_most_1; assumption. }
    destruct (completeness (finite_part t S)) as [p L]; [exists 1; exact U | exists 0; exact Z |].
    exists p. split; [exact L|]. split; [apply L, Z | apply L, U].
  Qed.

  Lemma probability_unique t S p q : probability t S p -> probability t S q -> p = q.
  Proof. intros [U L] [V M]. apply Rle_antisym; [apply L, V | apply M, U]. Qed.

  (* All runs together come as near to 1 as one likes: nothing is lost. *)
  Lemma runs_near_1 t : scales_positive t -> forall gap, 0 < gap ->
    exists runs, NoDup runs /\ (forall run, In run runs -> published t run <> None) /\ 1 - gap <= total t runs.
  Proof.
    induction t as [|v next IH|so next IH|a l next IH]; intros P gap G.
    - exists [[]]. repeat split; [repeat constructor; intros [] | | unfold total; simpl; lra].
      intros run [<-|[]]. discriminate.
    - destruct (IH P gap G) as [runs [D [E T]]]. exists runs. repeat split; [exact D | | exact T].
      intros run J. simpl. specialize (E run J). destruct (published next run); easy.
    - apply (IH P gap G).
    - pose proof P as [B Q].
      destruct (mass_near_1 l B (gap / 2)) as [X [D T]]; [lra|].
      assert (forall Y, NoDup Y -> exists runs,
                NoDup runs /\ (forall run, In run runs -> published (Draw a l next) run <> None) /\
                (forall run, In run runs -> In (hd 0%Z run) Y) /\
                (1 - gap / 2) * sum (mass l) Y <= total (Draw a l next) runs) as C.
      { induction Y as [|x Y IHY]; intros DY.
        - exists []. repeat split; [constructor | intros run [] | intros run [] | unfold total; simpl; lra].
        - inversion DY as [|x' Y' N DY']. subst x' Y'.
          destruct (IHY DY') as [others [D1 [E1 [F1 T1]]]].
          destruct (IH x (Q x) (gap / 2)) as [runs [D2 [E2 T2]]]; [lra|].
          exists (map (cons x) runs ++ others). repeat split.
          + apply nodup_append; [| exact D1 |].
            * apply nodup_map_on; [exact D2 | intros r s _ _ [= E]; exact E].
            * intros run J K. apply in_map_iff in J as [rest [<- _]]. apply F1 in K. contradiction.
          + intros run J. apply in_app_or in J as [J|J]; [|apply E1, J].
            apply in_map_iff in J as [rest [<- J]]. apply (E2 rest J).
          + intros run J. apply in_app_or in J as [J|J]; [|right; apply F1, J].
            apply in_map_iff in J as [rest [<- _]]. left. reflexivity.
          + unfold total in *. rewrite sum_app, sum_map.
            change (sum _ runs) with (sum (fun rest => mass l x * likelihood (next x) rest) runs).
            rewrite sum_scale. change (sum (mass l) (x :: Y)) with (mass l x + sum (mass l) Y).
            assert (0 <= mass l x) as M by (apply mass_nonnegative, B).
            pose proof (Rmult_le_compat_l _ _ _ M T2). lra. }
      destruct (C X D) as [runs [D1 [E1 [_ T1]]]]. exists runs. repeat split; [exact D1 | exact E1 |].
      destruct (Rle_lt_dec 2 gap) as [H|H].
      + assert (0 <= total (Draw a l next) runs); [|lra].
        apply sum_nonnegative, likelihood_nonnegative, P.
      + assert (0 <= 1 - gap / 2) as H1 by lra. pose proof (Rmult_le_compat_l _ _ _ H1 T) as H2.
        pose proof (Rmult_le_pos _ _ (Rlt_le _ _ G) (Rlt_le _ _ G)). lra.
  Qed.

  Theorem probability_of_all t : scales_positive t -> probability t (fun _ => True) 1.
  Proof.
    intros P. split.
    - intros p [runs [D [_ ->]]]. apply total_at_most_1; assumption.
    - intros b U. destruct (Rle_lt_dec 1 b) as [H|H]; [exact H|].
      destruct (runs_near_1 t P ((1 - b) / 2)) as [runs [D [E T]]]; [lra|].
      assert (total t runs <= b); [|lra].
      apply U. exists runs. repeat split; [exact D|].
      intros run J. specialize (E run J). unfold ends_in. destruct (published t run) as [z|]; [|easy].
      exists z. auto.
  Qed.

  (* Of two sets that have nothing in common, the probabilities add up. *)
  Theorem probability_adds t (S T : event) p q :
    (forall z, S z -> T z -> False) -> probability t S p -> probability t T q ->
    probability t (fun z => S z \/ T z) (p + q).
  Proof.
    intros A [U1 L1] [U2 L2]. split.
    - intros s [runs [D [E ->]]].
      assert (exists xs ys, NoDup xs /\ NoDup ys /\ incl xs runs /\ incl ys runs /\
                (forall r, In r xs -> ends_in t S r) /\ (forall r, In r ys -> ends_in t T r) /\
                total t runs = total t xs + total t ys) as [xs [ys [D1 [D2 [_ [_ [E1 [E2 ->]]]]]]]].
      { clear L1 L2 U1 U2. induction D as [|r runs N D IH].
        - exists [], []. unfold total. simpl.
          repeat split; try constructor; try (intros x []); lra.
        - destruct IH as [xs [ys [D1 [D2 [I1 [I2 [E1 [E2 W]]]]]]]]; [intros x J; apply E; right; exact J|].
          destruct (E r (or_introl eq_refl)) as [z [O [Z|Z]]].
          + exists (r :: xs), ys. unfold total in *. simpl. repeat split.
            * constructor; [intros J; apply N, I1, J | exact D1].
            * exact D2.
            * intros x [<-|J]; [left; reflexivity | right; apply I1, J].
            * intros x J. right. apply I2, J.
            * intros x [<-|J]; [exists z; auto | apply E1, J].
            * exact E2.
            * rewrite W. lra.
          + exists xs, (r :: ys). unfold total in *. simpl. repeat split.
            * exact D1.
            * constructor; [intros J; apply N, I2, J | exact D2].
            * intros x J. right. apply I1, J.
            * intros x [<-|J]; [left; reflexivity | right; apply I2, J].
            * exact E1.
            * intros x [<-|J]; [exists z; auto | apply E2, J].
            * rewrite W. lra. }
      apply Rplus_le_compat; [apply U1; exists xs | apply U2; exists ys]; auto.
    - intros b U.
      assert (forall s, finite_part t S s -> forall r, finite_part t T r -> s + r <= b) as B.
      { intros s [xs [D1 [E1 ->]]] r [ys [D2 [E2 ->]]]. apply U. exists (xs ++ ys). repeat split.
        - apply nodup_append; [exact D1 | exact D2 |]. intros x J K.
          destruct (E1 x J) as [z [O Z]]. destruct (E2 x K) as [y [O' Y]].
          rewrite O in O'. injection O' as <-. apply (A z Z Y).
        - intros x J. apply in_app_or in J as [J|J]; [apply E1 in J | apply E2 in J];
            destruct J as [z [O Z]]; exists z; auto.
        - unfold total. rewrite sum_app. reflexivity. }
      assert (p <= b - q); [|lra]. apply L1. intros s F.
      assert (q <= b - s); [|lra]. apply L2. intros r G. specialize (B s F r G). lra.
  Qed.

  (* "t is eps-private against t'", in this order: no set of outputs is likelier under t than e^eps times what it is
     under t'. *)
  Definition private (eps : R) (t t' : tree) : Prop :=
    forall S p p', probability t S p -> probability t' S p' -> p <= exp eps * p'.
End Mechanisms.

Arguments tree : clear implicits.
Arguments output : clear implicits.
Arguments event : clear implicits.
