(* SPDX-License-Identifier: Apache-2.0 *)
(* Finite sums of numbers that are at least 0. *)
From Coq Require Import Reals List Lra.
Import ListNotations.
Open Scope R_scope.

Section Sums.
  Context {A : Type}.
  Implicit Types (f g : A -> R) (X Y : list A).

  Definition sum f X : R := fold_right (fun x rest => f x + rest) 0 X.

  Lemma sum_app f X Y : sum f (X ++ Y) = sum f X + sum f Y.
  Proof. induction X as [|x X IH]; simpl; [lra | rewrite IH; lra]. Qed.

  Lemma sum_nonnegative f X : (forall x, 0 <= f x) -> 0 <= sum f X.
  Proof. intros F. induction X as [|x X IH]; simpl; [lra | specialize (F x); lra]. Qed.

  Lemma sum_at_most f g X : (forall x, In x X -> f x <= g x) -> sum f X <= sum g X.
  Proof.
    induction X as [|x X IH]; simpl; intros F; [lra|].
    assert (f x <= g x) by auto. assert (sum f X <= sum g X) by auto. lra.
  Qed.

  Lemma sum_same f g X : (forall x, In x X -> f x = g x) -> sum f X = sum g X.
  Proof. induction X as [|x X IH]; simpl; intros F; [reflexivity | rewrite F, IH; auto]. Qed.

  Lemma sum_scale c f X : sum (fun x => c * f x) X = c * sum f X.
  Proof. induction X as [|x X IH]; simpl; [lra | rewrite IH; lra]. Qed.

  (* What is in X once, and is not 0, is in Y. *)
  Lemma sum_inside f X Y :
    (forall x, 0 <= f x) -> NoDup X -> (forall x, In x X -> In x Y \/ f x = 0) -> sum f X <= sum f Y.
  Proof.
    intros F D. revert Y. induction D as [|x X N D IH]; intros Y I; simpl.
    - apply sum_nonnegative, F.
    - destruct (I x (or_introl eq_refl)) as [J|J].
      + apply in_split in J as [Y1 [Y2 ->]].
        assert (sum f X <= sum f (Y1 ++ Y2)) as S.
        { apply IH. intros y K. destruct (I y (or_intror K)) as [J|J]; [|auto].
          left. apply in_app_or in J. apply in_or_app. simpl in J.
          destruct J as [J|[J|J]]; auto. subst y. contradiction. }
        rewrite sum_app in *. simpl. lra.
      + rewrite J. assert (sum f X <= sum f Y); [|lra].
        apply IH. intros y K. apply I. right. exact K.
  Qed.

  Lemma sum_filter (p : A -> bool) f X :
    (forall x, In x X -> p x = false -> f x = 0) -> sum f (filter p X) = sum f X.
  Proof.
    induction X as [|x X IH]; simpl; intros F; [reflexivity|].
    destruct (p x) eqn:E; simpl; rewrite IH; auto. rewrite (F x); auto. lra.
  Qed.
End Sums.

Lemma sum_map {A B} (m : A -> B) (f : B -> R) X : sum f (map m X) = sum (fun x => f (m x)) X.
Proof. induction X as [|x X IH]; simpl; [reflexivity | rewrite IH; reflexivity]. Qed.

Lemma sum_of_sums {A B} (f : B -> R) (g : A -> list B) X :
  sum f (flat_map g X) = sum (fun x => sum f (g x)) X.
Proof. induction X as [|x X IH]; simpl; [reflexivity | rewrite sum_app, IH; reflexivity]. Qed.

Lemma nodup_map_on {A B} (m : A -> B) X :
  NoDup X -> (forall x y, In x X -> In y X -> m x = m y -> x = y) -> NoDup (map m X).
Proof.
  intros D. induction D as [|x X N D IH]; simpl; intros I; constructor.
  - intros J. apply in_map_iff in J as [y [E K]].
    assert (y = x) by (apply I; simpl; auto). subst y. contradiction.
  - apply IH. intros y z J K. apply I; right; assumption.
Qed.

Lemma nodup_append {A} (X Y : list A) :
  NoDup X -> NoDup Y -> (forall x, In x X -> In x Y -> False) -> NoDup (X ++ Y).
Proof.
  intros D E. induction D as [|x X N D IH]; simpl; intros F; [exact E|].
  constructor.
  - intros J. apply in_app_or in J as [J|J]; [contradiction | apply (F x); auto].
  - apply IH. intros y J. apply F. auto.
Qed.
