(* SPDX-License-Identifier: Apache-2.0 *)
(* What privacy is kept by. *)
From Coq Require Import Reals ZArith List Lra Lia.
From Plumb Require Import sums laws mechanism.
Import ListNotations.
Open Scope R_scope.

Section Consequences.
  Context {name cell : Type}.
  Implicit Types t : tree name cell.

  (* One step after another: D, D'' and D' in between. *)
  Theorem steps e1 e2 t1 t2 t3 :
    scales_positive t2 -> private e1 t1 t2 -> private e2 t2 t3 -> private (e1 + e2) t1 t3.
  Proof.
    intros B P Q S p r L N. destruct (probability_exists t2 S B) as [q [M _]].
    specialize (P S p q L M). specialize (Q S q r M N). rewrite exp_plus.
    assert (exp e1 * q <= exp e1 * (exp e2 * r)); [|lra].
    apply Rmult_le_compat_l; [left; apply exp_pos | exact Q].
  Qed.

  (* A larger budget. *)
  Theorem larger_budget e1 e2 t t' :
    scales_positive t' -> e1 <= e2 -> private e1 t t' -> private e2 t t'.
  Proof.
    intros B L P S p p' H H'. apply Rle_trans with (1 := P S p p' H H').
    destruct (probability_exists t' S B) as [q [M I]]. rewrite (probability_unique t' S p' q H' M).
    apply Rmult_le_compat_r; [apply I|].
    destruct L as [L| ->]; [left; apply exp_increasing, L | right; reflexivity].
  Qed.

  (* Each cell is shown as g says, and by no more than that: an announcement, for example, as `none`. *)
  Context {shown : Type}.
  Variable g : cell -> shown.

  Fixpoint show t : tree name shown :=
    match t with
    | Stop => Stop
    | Publish v next => Publish (g v) (show next)
    | Decide so next => Decide so (show next)
    | Draw a l next => Draw a l (fun x => show (next x))
    end.

  Lemma show_published t run : published (show t) run = option_map (map g) (published t run).
  Proof.
    revert run. induction t as [|v next IH|so next IH|a l next IH]; simpl; intros run.
    - destruct run; reflexivity.
    - rewrite IH. destruct (published next run); reflexivity.
    - apply IH.
    - destruct run; [reflexivity | apply IH].
  Qed.

  Lemma show_likelihood t run : likelihood (show t) run = likelihood t run.
  Proof.
    revert run. induction t as [|v next IH|so next IH|a l next IH]; simpl; intros run; [reflexivity | apply IH | apply IH |].
    destruct run; [reflexivity | rewrite IH; reflexivity].
  Qed.

  Lemma show_part t S p : finite_part (show t) S p -> finite_part t (fun z => S (map g z)) p.
  Proof.
    intros [runs [D [E ->]]]. exists runs. repeat split; [exact D | |].
    - intros run J. destruct (E run J) as [z [O Z]]. rewrite show_published in O.
      destruct (published t run) as [y|] eqn:F; [|discriminate]. injection O as <-. exists y. auto.
    - apply sum_same. intros run _. apply show_likelihood.
  Qed.

  Lemma shown_part t S p : finite_part t (fun z => S (map g z)) p -> finite_part (show t) S p.
  Proof.
    intros [runs [D [E ->]]]. exists runs. repeat split; [exact D | |].
    - intros run J. destruct (E run J) as [z [O Z]]. exists (map g z). rewrite show_published, O. auto.
    - apply sum_same. intros run _. symmetry. apply show_likelihood.
  Qed.

  Lemma show_probability t S p : probability (show t) S p -> probability t (fun z => S (map g z)) p.
  Proof.
    intros [U L]. split.
    - intros x F. apply U, shown_part, F.
    - intros b V. apply L. intros x F. apply V, show_part, F.
  Qed.

  Theorem shown_private eps t t' : private eps t t' -> private eps (show t) (show t').
  Proof. intros P S p p' H H'. apply (P _ p p' (show_probability t S p H) (show_probability t' S p' H')). Qed.
End Consequences.
