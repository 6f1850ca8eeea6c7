(* SPDX-License-Identifier: Apache-2.0 *)
(* The laws over the integers from which noise is drawn: their probabilities, their supports, and what it costs to move a
   draw. docs/laws.md has the same as a table. *)
From Coq Require Import Reals ZArith List Lra Lia.
From Plumb Require Import sums.
Import ListNotations.
Open Scope R_scope.

(* `laplace`: on all integers. `exponential`: on 0, 1, 2, ... `neg_exponential`: on 0, -1, -2, ... *)
Inductive kind := Laplace | Exponential | NegExponential.

Record law := Law { kind_of : kind; scale : R }.

Definition in_support (l : law) (x : Z) : bool :=
  match kind_of l with
  | Laplace => true
  | Exponential => (0 <=? x)%Z
  | NegExponential => (x <=? 0)%Z
  end.

(* The probability of 1 divided by that of 0. *)
Definition ratio (l : law) : R := exp (- / scale l).

Definition at_zero (l : law) : R :=
  match kind_of l with
  | Laplace => (1 - ratio l) / (1 + ratio l)
  | _ => 1 - ratio l
  end.

Definition size (l : law) (x : Z) : R := IZR (Z.abs x) / scale l.

(* The probability of x. *)
Definition mass (l : law) (x : Z) : R :=
  if in_support l x then at_zero l * exp (- size l x) else 0.

(* What is paid for a draw x that is y in the other run. *)
Definition price (l : law) (x y : Z) : R := IZR (Z.abs (y - x)) / scale l.

Section One_law.
  Variable l : law.
  Hypothesis positive : 0 < scale l.

  Lemma ratio_positive : 0 < ratio l.
  Proof. apply exp_pos. Qed.

  Lemma ratio_below_1 : ratio l < 1.
  Proof.
    unfold ratio. rewrite <- exp_0. apply exp_increasing.
    assert (0 < / scale l) by (apply Rinv_0_lt_compat, positive). lra.
  Qed.

  Lemma at_zero_positive : 0 < at_zero l.
  Proof.
    pose proof ratio_positive. pose proof ratio_below_1. unfold at_zero.
    destruct (kind_of l); try lra. apply Rdiv_lt_0_compat; lra.
  Qed.

  Lemma mass_positive x : in_support l x = true -> 0 < mass l x.
  Proof.
    intros S. unfold mass. rewrite S. apply Rmult_lt_0_compat; [apply at_zero_positive | apply exp_pos].
  Qed.

  Lemma mass_nonnegative x : 0 <= mass l x.
  Proof.
    unfold mass. destruct (in_support l x) eqn:S; [|lra].
    assert (0 < mass l x) as P by (apply mass_positive, S). unfold mass in P. rewrite S in P. lra.
  Qed.

  (* Within the support, the loss is exactly what the draw moves away from 0, over the scale. *)
  Lemma exact_loss x y :
    in_support l x = true -> in_support l y = true ->
    mass l x = exp (size l y - size l x) * mass l y.
  Proof.
    intros S T. unfold mass. rewrite S, T.
    replace (- size l x) with ((size l y - size l x) + - size l y) by lra.
    rewrite exp_plus. ring.
  Qed.

  (* So the price bounds it, in both directions. *)
  Lemma loss x y :
    in_support l x = true -> in_support l y = true -> mass l x <= exp (price l x y) * mass l y.
  Proof.
    intros S T. rewrite (exact_loss x y S T).
    apply Rmult_le_compat_r; [apply mass_nonnegative|].
    assert (size l y - size l x <= price l x y) as [G| ->].
    { unfold price, size, Rdiv. rewrite <- Rmult_minus_distr_r, <- minus_IZR.
      apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, positive | apply IZR_le; lia]. }
    - left. apply exp_increasing, G.
    - right. reflexivity.
  Qed.

  (* Out of the support no price is enough. *)
  Lemma no_price_out_of_support x y c :
    in_support l x = true -> in_support l y = false -> exp c * mass l y < mass l x.
  Proof.
    intros S T. assert (0 < mass l x) by (apply mass_positive, S).
    unfold mass at 1. rewrite T. lra.
  Qed.

  (* Sums of probabilities. *)

  Lemma power n : exp (- (INR n / scale l)) = ratio l ^ n.
  Proof.
    induction n as [|n IH].
    - simpl. replace (- (0 / scale l)) with 0 by (field; lra). apply exp_0.
    - rewrite S_INR. simpl. rewrite <- IH. unfold ratio. rewrite <- exp_plus. f_equal. field. lra.
  Qed.

  Definition upwards (first n : nat) : list Z := map Z.of_nat (seq first n).
  Definition downwards (first n : nat) : list Z := map (fun k => - Z.of_nat k)%Z (seq first n).

  Lemma shape (f : nat -> Z) n :
    (forall k, Z.abs (f k) = Z.of_nat k) -> (forall k, in_support l (f k) = true) ->
    forall first, sum (mass l) (map f (seq first n)) * (1 - ratio l)
                  = at_zero l * (ratio l ^ first - ratio l ^ (first + n)).
  Proof.
    intros A I. induction n as [|n IH]; intros first.
    - simpl. rewrite Nat.add_0_r. ring.
    - simpl. rewrite Rmult_plus_distr_r, IH. unfold mass. rewrite I. unfold size. rewrite A.
      rewrite <- INR_IZR_INZ, power. replace (first + S n)%nat with (S first + n)%nat by lia. simpl. ring.
  Qed.

  Definition window (n : nat) : list Z :=
    match kind_of l with
    | Laplace => upwards 0 n ++ downwards 1 n
    | Exponential => upwards 0 n
    | NegExponential => downwards 0 n
    end.

  Lemma power_nonnegative n : 0 <= ratio l ^ n.
  Proof. left. apply pow_lt, ratio_positive. Qed.

  Lemma window_mass n : 1 - 2 * ratio l ^ n <= sum (mass l) (window n) <= 1.
  Proof.
    pose proof ratio_positive as P. pose proof ratio_below_1 as Q. pose proof (power_nonnegative n) as W.
    assert (forall k : nat, Z.abs (Z.of_nat k) = Z.of_nat k) as U by (intros; lia).
    assert (forall k : nat, Z.abs (- Z.of_nat k) = Z.of_nat k) as V by (intros; lia).
    assert (forall k : nat, kind_of l <> NegExponential -> in_support l (Z.of_nat k) = true) as SU.
    { intros k N. unfold in_support. destruct (kind_of l); try easy. apply Z.leb_le. lia. }
    assert (forall k : nat, kind_of l <> Exponential -> in_support l (- Z.of_nat k) = true) as SV.
    { intros k N. unfold in_support. destruct (kind_of l); try easy. apply Z.leb_le. lia. }
    unfold window. destruct (kind_of l) eqn:K.
    - rewrite sum_app.
      pose proof (shape Z.of_nat n U (fun k => SU k ltac:(easy)) 0) as HU.
      pose proof (shape (fun k => - Z.of_nat k)%Z n V (fun k => SV k ltac:(easy)) 1) as HV.
      fold (upwards 0 n) in HU. fold (downwards 1 n) in HV.
      unfold at_zero in *. rewrite K in *. simpl in HU, HV.
      set (s := sum (mass l) (upwards 0 n)) in *. set (r := sum (mass l) (downwards 1 n)) in *.
      set (q := ratio l) in *. set (w := q ^ n) in *.
      assert (s + r = 1 - w) as ->; [|lra].
      apply (Rmult_eq_reg_r (1 - q)); [|lra].
      rewrite Rmult_plus_distr_r, HU, HV. field. lra.
    - pose proof (shape Z.of_nat n U (fun k => SU k ltac:(easy)) 0) as HU.
      fold (upwards 0 n) in HU. unfold at_zero in *. rewrite K in *. simpl in HU.
      assert (sum (mass l) (upwards 0 n) = 1 - ratio l ^ n) as ->; [|lra].
      apply (Rmult_eq_reg_r (1 - ratio l)); [|lra]. rewrite HU. ring.
    - pose proof (shape (fun k => - Z.of_nat k)%Z n V (fun k => SV k ltac:(easy)) 0) as HV.
      fold (downwards 0 n) in HV. unfold at_zero in *. rewrite K in *. simpl in HV.
      assert (sum (mass l) (downwards 0 n) = 1 - ratio l ^ n) as ->; [|lra].
      apply (Rmult_eq_reg_r (1 - ratio l)); [|lra]. rewrite HV. ring.
  Qed.

  Lemma window_reaches n x : (Z.abs x < Z.of_nat n)%Z -> In x (window n) \/ mass l x = 0.
  Proof.
    intros B.
    assert ((0 <= x)%Z -> In x (upwards 0 n)) as U.
    { intros G. apply in_map_iff. exists (Z.to_nat x). split; [lia | apply in_seq; lia]. }
    assert (forall first, (first <= 1)%nat -> (x <= - Z.of_nat first)%Z -> In x (downwards first n)) as V.
    { intros first F G. apply in_map_iff. exists (Z.to_nat (- x)). split; [lia | apply in_seq; lia]. }
    unfold window, mass, in_support. destruct (kind_of l).
    - left. apply in_or_app. destruct (Z_le_gt_dec 0 x); [left; auto | right; apply V; lia].
    - destruct (Z.leb_spec 0 x); auto.
    - destruct (Z.leb_spec x 0); [left; apply V; simpl; lia | auto].
  Qed.

  Lemma bounded X : exists n, forall x, In x X -> (Z.abs x < Z.of_nat n)%Z.
  Proof.
    induction X as [|x X [n B]]; [exists O; intros x [] |].
    exists (S (Z.to_nat (Z.abs x)) + n)%nat. intros y [<-|J]; [lia | specialize (B y J); lia].
  Qed.

  (* Whatever is drawn, the probabilities add up to 1 at most, *)
  Theorem mass_at_most_1 X : NoDup X -> sum (mass l) X <= 1.
  Proof.
    intros D. destruct (bounded X) as [n B].
    apply Rle_trans with (sum (mass l) (window n)).
    - apply sum_inside; [apply mass_nonnegative | exact D | intros x J; apply window_reaches, B, J].
    - apply window_mass.
  Qed.

  Lemma window_once n : NoDup (window n).
  Proof.
    assert (forall f first, NoDup (map Z.of_nat (seq f first))) as U.
    { intros. apply nodup_map_on; [apply seq_NoDup | intros a b _ _; lia]. }
    assert (forall f first, NoDup (map (fun k => - Z.of_nat k)%Z (seq f first))) as V.
    { intros. apply nodup_map_on; [apply seq_NoDup | intros a b _ _; lia]. }
    unfold window, upwards, downwards. destruct (kind_of l); auto.
    apply nodup_append; auto. intros x J K. apply in_map_iff in J as [a [<- J]]. apply in_map_iff in K as [b [E K]].
    apply in_seq in J. apply in_seq in K. lia.
  Qed.

  (* and all together come as near to 1 as one likes. *)
  Theorem mass_near_1 gap : 0 < gap -> exists X, NoDup X /\ 1 - gap <= sum (mass l) X.
  Proof.
    intros G.
    destruct (pow_lt_1_zero (ratio l)) with (y := gap / 2) as [n B].
    - rewrite Rabs_pos_eq; [apply ratio_below_1 | left; apply ratio_positive].
    - lra.
    - exists (window n). split; [apply window_once|].
      specialize (B n (le_n n)). rewrite Rabs_pos_eq in B by apply power_nonnegative.
      pose proof (window_mass n). lra.
  Qed.
End One_law.
