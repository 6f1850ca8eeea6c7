(* SPDX-License-Identifier: Apache-2.0 *)
(* The alignment theorem for noise over the integers. docs/theorem.md says which function of the kernel checks which of its
   conditions. *)
From Coq Require Import Reals ZArith List Bool Lra Lia.
From Plumb Require Import sums laws mechanism.
Import ListNotations.
Open Scope R_scope.

Section Alignment.
  Context {name cell : Type}.
  Variable same_name : forall a b : name, {a = b} + {a <> b}.

  (* A value for each name: H. Of a run only those that it draws are known; the others are 0. *)
  Definition noise := name -> Z.

  Fixpoint noise_of (from : list (name * law)) (run : list Z) : noise :=
    match from, run with
    | (b, _) :: others, x :: rest => fun a => if same_name a b then x else noise_of others rest a
    | _, _ => fun _ => 0%Z
    end.

  (* Each draw is moved by the amount that belongs to its name. *)
  Fixpoint moved (amount : name -> Z) (from : list (name * law)) (run : list Z) : list Z :=
    match from, run with
    | (a, _) :: others, x :: rest => (x + amount a)%Z :: moved amount others rest
    | _, _ => []
    end.

  (* What that costs. *)
  Fixpoint cost (from : list (name * law)) (run run' : list Z) : R :=
    match from, run, run' with
    | (_, l) :: others, x :: rest, y :: rest' => price l x y + cost others rest rest'
    | _, _, _ => 0
    end.

  (* How far a draw is moved may depend on the output z, on the way w that both runs go, and on the noise of the run on D:
     shift z w a H. *)
  Definition shifts := output cell -> list bool -> name -> noise -> Z.

  (* The run on D' beside a run on D that publishes z: H'. *)
  Definition aligned (shift : shifts) (z : output cell) (t : tree name cell) (run : list Z) : list Z :=
    moved (fun a => shift z (decisions t run) a (noise_of (draws t run) run)) (draws t run) run.

  (* `run` is one of S_z: it publishes z, and its draws lie in their supports. *)
  Definition publishes (t : tree name cell) (z : output cell) (run : list Z) : Prop :=
    published t run = Some z /\ possible t run = true.

  (* The conditions of the theorem, for t the mechanism on D and t' the mechanism on D'. *)
  Record alignment (eps : R) (t t' : tree name cell) := {
    shift : shifts;

    (* `reads z w a b`: the amount by which a is moved may depend on the draw b. *)
    reads : output cell -> list bool -> name -> name -> Prop;

    (* It depends on nothing else, over all noise, whether that leads to z by way of w or not; *)
    shift_reads : forall z w a H G, (forall b, reads z w a b -> H b = G b) -> shift z w a H = shift z w a G;

    (* and there is an order, which z and w may decide and nothing else, in which what is read comes first: acyclic. *)
    acyclic : forall z w, well_founded (fun b a => reads z w a b);

    (* For each output z and each run on D that publishes it: *)

    (* the run on D' makes the same draws, in the same order, from the same laws at the same scales; *)
    same_samples : forall z run, publishes t z run -> draws t' (aligned shift z t run) = draws t run;

    (* and decides alike; *)
    same_decisions : forall z run, publishes t z run -> decisions t' (aligned shift z t run) = decisions t run;

    (* scales are positive; *)
    positive_scales : forall z run, publishes t z run -> Forall (fun draw => 0 < scale (snd draw)) (draws t run);

    (* what is moved stays in its support; *)
    support : forall z run, publishes t z run -> possible t' (aligned shift z t run) = true;

    (* the run on D' publishes z; *)
    outputs : forall z run, publishes t z run -> published t' (aligned shift z t run) = Some z;

    (* and the sum of |shift| / scale is at most eps. *)
    affordable : forall z run, publishes t z run -> cost (draws t run) run (aligned shift z t run) <= eps
  }.

  (* Likelihoods of whole runs. *)

  Fixpoint product (from : list (name * law)) (run : list Z) : R :=
    match from, run with
    | (_, l) :: others, x :: rest => mass l x * product others rest
    | _, _ => 1
    end.

  Lemma likelihood_is_product (t : tree name cell) run z :
    published t run = Some z -> likelihood t run = product (draws t run) run.
  Proof.
    revert run z. induction t as [|v next IH|so next IH|a l next IH]; simpl; intros run z P.
    - destruct run; [reflexivity | discriminate].
    - destruct (published next run) as [y|] eqn:E; [|discriminate]. apply (IH run y E).
    - apply (IH run z P).
    - destruct run as [|x rest]; [discriminate|]. rewrite (IH x rest z P). reflexivity.
  Qed.

  Lemma as_many (t : tree name cell) run z : published t run = Some z -> length (draws t run) = length run.
  Proof.
    revert run z. induction t as [|v next IH|so next IH|a l next IH]; simpl; intros run z P.
    - destruct run; [reflexivity | discriminate].
    - destruct (published next run) as [y|] eqn:E; [|discriminate]. apply (IH run y E).
    - apply (IH run z P).
    - destruct run as [|x rest]; [discriminate|]. simpl. f_equal. apply (IH x rest z P).
  Qed.

  Lemma impossible (t : tree name cell) run z :
    published t run = Some z -> possible t run = false -> likelihood t run = 0.
  Proof.
    intros P. rewrite (likelihood_is_product t run z P). unfold possible.
    generalize (draws t run) as from. clear. intros from. revert run.
    induction from as [|[a l] others IH]; intros [|x rest]; simpl; try discriminate.
    intros N. apply andb_false_iff in N as [N|N].
    - unfold mass. rewrite N. ring.
    - rewrite (IH rest N). ring.
  Qed.

  Lemma product_nonnegative from run :
    Forall (fun draw : name * law => 0 < scale (snd draw)) from -> 0 <= product from run.
  Proof.
    intros P. revert run. induction P as [|[a l] others B P IH]; intros [|x rest]; simpl; try lra.
    apply Rmult_le_pos; [apply mass_nonnegative, B | apply IH].
  Qed.

  (* Conditions 2 and 3, and the cost: a run is at most e^cost times as likely as the one beside it. *)
  Lemma loss_of_run from run run' :
    Forall (fun draw : name * law => 0 < scale (snd draw)) from ->
    in_supports from run = true -> in_supports from run' = true ->
    length from = length run -> length from = length run' ->
    product from run <= exp (cost from run run') * product from run'.
  Proof.
    intros P. revert run run'. induction P as [|[a l] others B P IH]; intros [|x rest] [|y rest']; simpl;
      try discriminate; intros S S' L L'.
    - rewrite exp_0. lra.
    - injection L as L. injection L' as L'. apply andb_prop in S as [S SR]. apply andb_prop in S' as [S' SR'].
      rewrite exp_plus.
      replace (exp (price l x y) * exp (cost others rest rest') * (mass l y * product others rest'))
        with ((exp (price l x y) * mass l y) * (exp (cost others rest rest') * product others rest')) by ring.
      apply Rmult_le_compat.
      + apply mass_nonnegative, B.
      + apply product_nonnegative, P.
      + apply loss; assumption.
      + apply IH; assumption.
  Qed.

  (* No two runs on D have the same run on D' beside them. *)

  Lemma moved_length amount from run : length from = length run -> length (moved amount from run) = length run.
  Proof.
    revert run. induction from as [|[a l] others IH]; intros [|x rest]; simpl; auto.
  Qed.

  Lemma noise_of_moved amount from run a :
    length from = length run -> In a (map fst from) ->
    noise_of from (moved amount from run) a = (noise_of from run a + amount a)%Z.
  Proof.
    revert run. induction from as [|[b l] others IH]; intros [|x rest]; simpl; try discriminate; [easy|].
    intros L [J|J]; destruct (same_name a b) as [->|N]; try reflexivity; [symmetry in J; contradiction|].
    injection L as L. apply (IH rest L J).
  Qed.

  Lemma noise_not_drawn from run a : ~ In a (map fst from) -> noise_of from run a = 0%Z.
  Proof.
    revert run. induction from as [|[b l] others IH]; intros [|x rest]; simpl; try reflexivity. intros N.
    destruct (same_name a b) as [->|_]; [exfalso; apply N; left; reflexivity | apply IH; auto].
  Qed.

  Lemma moved_back f g from run run' :
    (forall a, f a = g a) -> length from = length run -> length from = length run' ->
    moved f from run = moved g from run' -> run = run'.
  Proof.
    intros E. revert run run'. induction from as [|[a l] others IH]; intros [|x rest] [|y rest']; simpl;
      try discriminate; auto; intros L L' M.
    injection L as L. injection L' as L'. injection M as M1 M2. rewrite E in M1. f_equal; [lia | apply IH; assumption].
  Qed.

  Section Proof.
    Context {eps : R} {t t' : tree name cell} (A : alignment eps t t').

    Let beside z run := aligned (shift _ _ _ A) z t run.

    (* Triangular: what comes first is found first, and the rest is found from it. *)
    Lemma beside_injective z run other :
      publishes t z run -> publishes t z other -> beside z run = beside z other -> run = other.
    Proof.
      intros P Q E.
      assert (draws t run = draws t other) as D.
      { rewrite <- (same_samples _ _ _ A z run P), <- (same_samples _ _ _ A z other Q).
        fold (beside z run) (beside z other). rewrite E. reflexivity. }
      assert (decisions t run = decisions t other) as W.
      { rewrite <- (same_decisions _ _ _ A z run P), <- (same_decisions _ _ _ A z other Q).
        fold (beside z run) (beside z other). rewrite E. reflexivity. }
      pose proof (as_many _ _ _ (proj1 P)) as L. pose proof (as_many _ _ _ (proj1 Q)) as M.
      unfold beside, aligned in E. rewrite <- D, <- W in *. set (from := draws t run) in *.
      set (w := decisions t run) in *.
      set (H := noise_of from run) in *. set (G := noise_of from other) in *.
      assert (forall a, H a = G a) as S.
      { apply (well_founded_ind (acyclic _ _ _ A z w)). intros a IH.
        assert (shift _ _ _ A z w a H = shift _ _ _ A z w a G) as F.
        { apply (shift_reads _ _ _ A). intros b R. apply IH, R. }
        destruct (in_dec same_name a (map fst from)) as [J|J].
        - pose proof (noise_of_moved (fun a => shift _ _ _ A z w a H) from run a L J) as X.
          pose proof (noise_of_moved (fun a => shift _ _ _ A z w a G) from other a M J) as Y.
          rewrite E in X. rewrite X in Y. fold H G in Y. lia.
        - unfold H, G. rewrite !noise_not_drawn; auto. }
      eapply moved_back; [| exact L | exact M | exact E].
      intros a. simpl. apply (shift_reads _ _ _ A). intros b _. apply S.
    Qed.

    Definition partner (run : list Z) : list Z :=
      match published t run with Some z => beside z run | None => run end.

    Lemma partner_injective run other z y :
      publishes t z run -> publishes t y other -> partner run = partner other -> run = other.
    Proof.
      intros P Q E. unfold partner in E. rewrite (proj1 P), (proj1 Q) in E.
      (* Outputs are equal, so runs with different outputs have different partners. *)
      assert (Some z = Some y) as Z.
      { rewrite <- (outputs _ _ _ A z run P), <- (outputs _ _ _ A y other Q).
        fold (beside z run) (beside y other). rewrite E. reflexivity. }
      injection Z as <-. apply (beside_injective z); assumption.
    Qed.

    Lemma loss_of_partner run z : publishes t z run -> likelihood t run <= exp eps * likelihood t' (partner run).
    Proof.
      intros P. unfold partner. rewrite (proj1 P).
      pose proof (outputs _ _ _ A z run P) as O. pose proof (same_samples _ _ _ A z run P) as S.
      pose proof (support _ _ _ A z run P) as I. pose proof (positive_scales _ _ _ A z run P) as B.
      pose proof (affordable _ _ _ A z run P) as C. pose proof (as_many _ _ _ (proj1 P)) as L.
      fold (beside z run) in O, S, I, C.
      rewrite (likelihood_is_product t run z (proj1 P)), (likelihood_is_product t' _ z O), S.
      apply Rle_trans with (exp (cost (draws t run) run (beside z run)) * product (draws t run) (beside z run)).
      - apply loss_of_run; [exact B | apply P | unfold possible in I; rewrite S in I; exact I | exact L |].
        unfold beside, aligned. rewrite moved_length; exact L.
      - apply Rmult_le_compat_r; [apply product_nonnegative, B|].
        destruct C as [C| ->]; [left; apply exp_increasing, C | right; reflexivity].
    Qed.

    (* Without any limit: what finitely many runs on D have in sum, as many runs on D' with outputs in the same set have
       up to e^eps. *)
    Theorem finite_alignment_theorem S runs :
      NoDup runs -> (forall run, In run runs -> ends_in t S run) ->
      exists runs', NoDup runs' /\ (forall run, In run runs' -> ends_in t' S run) /\
                    total t runs <= exp eps * total t' runs'.
    Proof.
      intros D E. set (good := filter (possible t) runs).
      assert (forall run, In run good -> exists z, publishes t z run /\ S z) as G.
      { intros run J. apply filter_In in J as [J K]. destruct (E run J) as [z [O Z]].
        exists z. repeat split; assumption. }
      exists (map partner good). repeat split.
      - apply nodup_map_on; [apply NoDup_filter, D |]. intros run other J K.
        destruct (G run J) as [z [P _]]. destruct (G other K) as [y [Q _]].
        apply (partner_injective run other z y P Q).
      - intros run' J. apply in_map_iff in J as [run [<- J]]. destruct (G run J) as [z [P Z]].
        exists z. split; [|exact Z]. unfold partner. rewrite (proj1 P). apply (outputs _ _ _ A z run P).
      - unfold total. rewrite <- (sum_filter (possible t) (likelihood t) runs).
        + fold good. rewrite sum_map, <- sum_scale. apply sum_at_most.
          intros run J. destruct (G run J) as [z [P _]]. apply (loss_of_partner run z P).
        + intros run J N. destruct (E run J) as [z [O _]]. apply (impossible t run z O N).
    Qed.
  End Proof.

  (* THE THEOREM. If there is an alignment of the runs on D with runs on D' that costs at most eps, then for every set S of
     outputs P(m(D) in S) <= e^eps P(m(D') in S). *)
  Theorem alignment_theorem eps t t' : alignment eps t t' -> private eps t t'.
  Proof.
    intros A S p p' [_ L] [U _]. apply L. intros s [runs [D [E ->]]].
    destruct (finite_alignment_theorem A S runs D E) as [runs' [D' [E' T]]].
    apply Rle_trans with (1 := T). apply Rmult_le_compat_l; [left; apply exp_pos|].
    apply U. exists runs'. auto.
  Qed.

  (* The same of a mechanism m and of neighbours N, which is any relation: nobody says that it goes both ways. *)
  Corollary private_for_neighbours {data : Type} (N : data -> data -> Prop) (m : data -> tree name cell) eps :
    (forall d d', N d d' -> alignment eps (m d) (m d')) ->
    forall d d', N d d' -> private eps (m d) (m d').
  Proof. intros A d d' J. apply alignment_theorem, A, J. Qed.

  (* With the probabilities in question, which exist. *)
  Corollary private_probabilities eps t t' S :
    scales_positive t -> scales_positive t' -> alignment eps t t' ->
    exists p p', probability t S p /\ probability t' S p' /\ 0 <= p <= 1 /\ 0 <= p' <= 1 /\ p <= exp eps * p'.
  Proof.
    intros B B' A. destruct (probability_exists t S B) as [p [P I]].
    destruct (probability_exists t' S B') as [p' [P' I']].
    pose proof (alignment_theorem eps t t' A S p p' P P'). exists p, p'. auto.
  Qed.
End Alignment.
