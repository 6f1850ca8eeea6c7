(* SPDX-License-Identifier: Apache-2.0 *)
(* That the conditions are needed, and the direction: with one of them left out, there are mechanisms that meet all others and
   are not private. *)
From Coq Require Import Reals ZArith List Bool Lra Lia.
From Plumb Require Import sums laws mechanism alignment.
Import ListNotations.
Open Scope R_scope.

Section Bounds.
  Context {name cell : Type}.
  Implicit Types t : tree name cell.

  Lemma probability_at_least t S p runs :
    probability t S p -> NoDup runs -> (forall run, In run runs -> ends_in t S run) -> total t runs <= p.
  Proof. intros [U _] D E. apply U. exists runs. auto. Qed.

  Lemma probability_at_most t S p runs :
    scales_positive t -> probability t S p -> (forall run, ends_in t S run -> In run runs) -> p <= total t runs.
  Proof.
    intros B [_ L] E. apply L. intros s [others [D [F ->]]].
    apply sum_inside; [apply likelihood_nonnegative, B | exact D | intros run J; left; apply E, F, J].
  Qed.

  (* One set of outputs is enough, and what some runs have at least, and others at most. *)
  Lemma not_private eps t t' S runs runs' :
    scales_positive t -> scales_positive t' ->
    NoDup runs -> (forall run, In run runs -> ends_in t S run) ->
    (forall run, ends_in t' S run -> In run runs') ->
    exp eps * total t' runs' < total t runs -> ~ private eps t t'.
  Proof.
    intros B B' D E F G P.
    destruct (probability_exists t S B) as [p [H _]]. destruct (probability_exists t' S B') as [p' [H' _]].
    specialize (P S p p' H H').
    pose proof (probability_at_least t S p runs H D E). pose proof (probability_at_most t' S p' runs' B' H' F).
    assert (exp eps * p' <= exp eps * total t' runs') by (apply Rmult_le_compat_l; [left; apply exp_pos | assumption]).
    lra.
  Qed.
End Bounds.

(* Nobody reads anything. *)
Definition no_reads {name cell : Type} : output cell -> list bool -> name -> name -> Prop := fun _ _ _ _ => False.

(* An answer with noise. There is one draw, which has no need of a name. *)
Definition noisy (l : law) (f : Z) : tree unit Z := Draw tt l (fun x => Publish (f + x)%Z Stop).

Definition same_unit (a b : unit) : {a = b} + {a <> b}.
Proof. left. destruct a, b. reflexivity. Defined.

Lemma noisy_run l f run z : published (noisy l f) run = Some z -> exists x, run = [x] /\ z = [(f + x)%Z].
Proof.
  destruct run as [|x [|y rest]]; try discriminate. intros [= <-]. exists x. auto.
Qed.

Section Noisy.
  Variable b : R.
  Hypothesis positive : 0 < b.

  (* The direction. With one-sided noise, 1 is private against 0 at 1 / b, *)
  Theorem down_is_private : private (1 / b) (noisy (Law Exponential b) 1) (noisy (Law Exponential b) 0).
  Proof.
    apply (alignment_theorem same_unit).
    refine {| shift := fun _ _ _ _ => 1%Z; reads := no_reads |}.
    - reflexivity.
    - intros z w a. constructor. intros c [].
    - intros z run [P _]. apply noisy_run in P as [x [-> ->]]. reflexivity.
    - intros z run [P _]. apply noisy_run in P as [x [-> ->]]. reflexivity.
    - intros z run [P _]. apply noisy_run in P as [x [-> ->]]. repeat constructor. exact positive.
    - intros z run [P I]. apply noisy_run in P as [x [-> ->]]. unfold possible, in_support in *. simpl in *.
      rewrite andb_true_r in *. apply Z.leb_le in I. apply Z.leb_le. lia.
    - intros z run [P _]. apply noisy_run in P as [x [-> ->]].
      change (Some [(0 + (x + 1))%Z] = Some [(1 + x)%Z]). do 2 f_equal. lia.
    - intros z run [P _]. apply noisy_run in P as [x [-> ->]]. simpl. unfold price. simpl.
      replace (x + 1 - x)%Z with 1%Z by lia. simpl. lra.
  Qed.

  (* and 0 is not private against 1 at any price. *)
  Theorem up_is_not_private eps : ~ private eps (noisy (Law Exponential b) 0) (noisy (Law Exponential b) 1).
  Proof.
    apply (not_private eps _ _ (fun z => z = [0%Z]) [[0%Z]] [[(-1)%Z]]).
    - simpl. auto.
    - simpl. auto.
    - repeat constructor. intros [].
    - intros run [<-|[]]. exists [0%Z]. auto.
    - intros run [z [P E]]. apply noisy_run in P as [x [-> ->]].
      assert (1 + x = 0)%Z by congruence. left. f_equal. lia.
    - unfold total. simpl.
      pose proof (no_price_out_of_support (Law Exponential b) positive 0 (-1) eps eq_refl eq_refl). lra.
  Qed.

  (* Condition 3, support. Without it, 0 would be private against 1: the draw is moved by -1. *)
  Definition down_by_1 : @shifts unit Z := fun _ _ _ _ => (-1)%Z.

  Theorem support_is_needed :
    let t := noisy (Law Exponential b) 0 in
    let t' := noisy (Law Exponential b) 1 in
    (forall z run, publishes t z run ->
       let run' := aligned same_unit down_by_1 z t run in
       draws t' run' = draws t run /\ decisions t' run' = decisions t run /\
       Forall (fun draw => 0 < scale (snd draw)) (draws t run) /\
       published t' run' = Some z /\
       cost (draws t run) run run' <= 1 / b) /\
    forall eps, ~ private eps t t'.
  Proof.
    split; [|apply up_is_not_private].
    intros z run [P _]. apply noisy_run in P as [x [-> ->]]. repeat split.
    - repeat constructor. exact positive.
    - change (Some [(1 + (x + -1))%Z] = Some [(0 + x)%Z]). do 2 f_equal. lia.
    - simpl. unfold price, down_by_1. simpl. replace (x + -1 - x)%Z with (-1)%Z by lia. simpl. lra.
  Qed.
End Noisy.

(* Condition 2, same laws. Without it, noise whose scale is the answer would be private for nothing. *)
Theorem same_laws_are_needed :
  let t := noisy (Law Exponential 1) 0 in
  let t' := noisy (Law Exponential 2) 0 in
  (forall z run, publishes t z run ->
     let run' := aligned same_unit (fun _ _ _ _ => 0%Z) z t run in
     map fst (draws t' run') = map fst (draws t run) /\ decisions t' run' = decisions t run /\
     Forall (fun draw => 0 < scale (snd draw)) (draws t run) /\
     possible t' run' = true /\
     published t' run' = Some z /\
     cost (draws t run) run run' <= 0) /\
  ~ private 0 t t'.
Proof.
  split.
  - intros z run [P I]. apply noisy_run in P as [x [-> ->]]. unfold possible in *. simpl in *.
    rewrite Z.add_0_r. repeat split.
    + repeat constructor. simpl. lra.
    + exact I.
    + unfold price. replace (x - x)%Z with 0%Z by lia. simpl. lra.
  - apply (not_private 0 _ _ (fun z => z = [0%Z]) [[0%Z]] [[0%Z]]).
    + simpl. split; [lra | auto].
    + simpl. split; [lra | auto].
    + repeat constructor. intros [].
    + intros run [<-|[]]. exists [0%Z]. auto.
    + intros run [z [P E]]. apply noisy_run in P as [x [-> ->]].
      assert (0 + x = 0)%Z by congruence. left. f_equal. lia.
    + unfold total. simpl. unfold mass, at_zero, ratio, size, in_support. simpl.
      replace (- (0 / 2)) with 0 by lra. replace (- (0 / 1)) with 0 by lra. rewrite exp_0.
      assert (exp (- / 1) < exp (- / 2)) by (apply exp_increasing; lra). lra.
Qed.

(* Two runs with the same run beside them: 0 and 1 both have 0. What tells them apart is a condition that is left out. *)

Definition says (test yes : Z -> bool) : tree unit bool :=
  Draw tt (Law Laplace 10) (fun x => Decide (test x) (Publish (yes x) Stop)).

Definition is_0_or_1 (x : Z) : bool := ((0 <=? x) && (x <=? 1))%Z.

Lemma says_run test yes run z : published (says test yes) run = Some z -> exists x, run = [x] /\ z = [yes x].
Proof. destruct run as [|x [|y rest]]; try discriminate. intros [= <-]. exists x. auto. Qed.

Lemma twice_as_likely test test' : ~ private (1 / 10) (says test is_0_or_1) (says test' (Z.eqb 0)).
Proof.
  apply (not_private _ _ _ (fun z => z = [true]) [[0%Z]; [1%Z]] [[0%Z]]).
  - simpl. split; [lra | auto].
  - simpl. split; [lra | auto].
  - constructor; [intros [E|[]]; discriminate | constructor; [intros [] | constructor]].
  - intros run [<-|[<-|[]]]; exists [true]; auto.
  - intros run [z [P E]]. apply says_run in P as [x [-> ->]].
    assert ((0 =? x)%Z = true) as F by congruence. apply Z.eqb_eq in F as <-. left. reflexivity.
  - unfold total. cbn [sum fold_right likelihood says].
    pose proof (mass_positive (Law Laplace 10) ltac:(simpl; lra) 0 eq_refl) as M.
    pose proof (exact_loss (Law Laplace 10) 1 0 eq_refl eq_refl) as X.
    unfold size in X. simpl in X. replace (0 / 10 - 1 / 10) with (- (1 / 10)) in X by lra.
    rewrite X.
    (* e^x < 1 + e^-x for x = 1/10, as e^-x >= 9/10. *)
    assert (9 / 10 < exp (- (1 / 10))) as Q by (pose proof (exp_ineq1 (- (1 / 10)) ltac:(lra)); lra).
    assert (exp (1 / 10) * exp (- (1 / 10)) = 1) as R by (rewrite <- exp_plus, <- exp_0; f_equal; lra).
    pose proof (exp_pos (1 / 10)) as E.
    assert (exp (1 / 10) < 10 / 9) as F.
    { apply (Rmult_lt_reg_r (exp (- (1 / 10)))); [lra|]. lra. }
    assert (exp (1 / 10) * mass (Law Laplace 10) 0 <
            (1 + exp (- (1 / 10))) * mass (Law Laplace 10) 0) by (apply Rmult_lt_compat_r; lra).
    lra.
Qed.

(* 1 is moved to 0, and all else stays. *)
Definition to_0 (is_1 : bool) : Z := if is_1 then (-1)%Z else 0%Z.

Lemma to_0_is_cheap x is_1 : price (Law Laplace 10) x (x + to_0 is_1) + 0 <= 1 / 10.
Proof.
  unfold price. replace (x + to_0 is_1 - x)%Z with (to_0 is_1) by lia. destruct is_1; simpl; lra.
Qed.

Lemma to_0_says_the_same x : (0 =? x + to_0 (x =? 1))%Z = is_0_or_1 x.
Proof.
  unfold is_0_or_1, to_0. destruct (Z.eqb_spec x 1) as [->|N]; [reflexivity|]. rewrite Z.add_0_r.
  destruct (Z.eqb_spec 0 x), (Z.leb_spec 0 x), (Z.leb_spec x 1); try reflexivity; exfalso; lia.
Qed.

(* Acyclic. Whether the draw is moved depends on the draw itself. *)
Theorem acyclic_is_needed :
  let t := says (fun _ => false) is_0_or_1 in
  let t' := says (fun _ => false) (Z.eqb 0) in
  let shift : shifts := fun _ _ _ H => to_0 (H tt =? 1)%Z in
  (forall z run, publishes t z run ->
     let run' := aligned same_unit shift z t run in
     draws t' run' = draws t run /\ decisions t' run' = decisions t run /\
     Forall (fun draw => 0 < scale (snd draw)) (draws t run) /\
     possible t' run' = true /\
     published t' run' = Some z /\
     cost (draws t run) run run' <= 1 / 10) /\
  ~ private (1 / 10) t t'.
Proof.
  split; [|apply twice_as_likely].
  intros z run [P _]. apply says_run in P as [x [-> ->]].
  change (aligned _ _ _ _ _) with [(x + to_0 (x =? 1))%Z]. repeat split.
  - repeat constructor. simpl. lra.
  - change (Some [(0 =? x + to_0 (x =? 1))%Z] = Some [is_0_or_1 x]). rewrite to_0_says_the_same. reflexivity.
  - apply to_0_is_cheap.
Qed.

(* Tests decided alike. Whether the draw is moved depends on how a test of the run on D comes out, and on no draw otherwise. *)
Theorem same_decisions_are_needed :
  let t := says (fun x => x =? 1)%Z is_0_or_1 in
  let t' := says (fun _ => false) (Z.eqb 0) in
  let shift : shifts := fun _ w _ _ => to_0 (hd false w) in
  (forall z w a H G, shift z w a H = shift z w a G) /\
  (forall z run, publishes t z run ->
     let run' := aligned same_unit shift z t run in
     draws t' run' = draws t run /\
     Forall (fun draw => 0 < scale (snd draw)) (draws t run) /\
     possible t' run' = true /\
     published t' run' = Some z /\
     cost (draws t run) run run' <= 1 / 10) /\
  ~ private (1 / 10) t t'.
Proof.
  split; [reflexivity|]. split; [|apply twice_as_likely].
  intros z run [P _]. apply says_run in P as [x [-> ->]].
  change (aligned _ _ _ _ _) with [(x + to_0 (x =? 1))%Z]. repeat split.
  - repeat constructor. simpl. lra.
  - change (Some [(0 =? x + to_0 (x =? 1))%Z] = Some [is_0_or_1 x]). rewrite to_0_says_the_same. reflexivity.
  - apply to_0_is_cheap.
Qed.
