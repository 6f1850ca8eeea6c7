(* SPDX-License-Identifier: Apache-2.0 *)
(* What the kernel asks for instead of an order: that no read of a draw that is made later lies on a cycle. *)
From Coq Require Import ZArith List Lia Relations Wellfounded.
From Plumb Require Import alignment.
Import ListNotations.

Section Cycles.
  (* Draws, the statements that make them, of which a program has finitely many, and the order in which it makes them. *)
  Variables (name statement : Type) (of : name -> statement) (statements : list statement).
  Hypothesis all : forall a, In (of a) statements.
  Variable earlier : name -> name -> Prop.
  Hypothesis program_order : well_founded earlier.

  (* `reads a b`: the shift of a may depend on b. *)
  Variable reads : name -> name -> Prop.

  Definition edge (s r : statement) : Prop := exists a b, reads a b /\ of a = s /\ of b = r.
  Definition reaches : statement -> statement -> Prop := clos_refl_trans _ edge.

  (* Each read is of a draw that was made before, or it is no part of a cycle of statements. *)
  Hypothesis no_cycle : forall a b, reads a b -> earlier b a \/ ~ reaches (of b) (of a).

  Definition below (r s : statement) : Prop := reaches s r /\ ~ reaches r s.

  Lemma reaches_trans a b c : reaches a b -> reaches b c -> reaches a c.
  Proof. apply rt_trans. Qed.

  (* Going down among finitely many statements ends. *)
  Lemma below_ends fuel above s :
    NoDup (s :: above) -> incl (s :: above) statements -> (forall r, In r above -> below s r) ->
    length statements < fuel + length (s :: above) -> Acc below s.
  Proof.
    revert above s. induction fuel as [|fuel IH]; intros above s D I B L.
    - pose proof (NoDup_incl_length D I). simpl in *. lia.
    - constructor. intros r R.
      assert (In r statements -> Acc below r) as G.
      { intros J. apply (IH (s :: above)).
        - constructor; [|exact D]. intros [<-|K].
          + destruct R as [R N]. contradiction.
          + destruct (B r K) as [X N]. destruct R as [R M]. contradiction.
        - intros q [<-|K]; [exact J | apply I, K].
        - intros q [<-|K]; [exact R|]. destruct (B q K) as [X N]. destruct R as [R M]. split.
          + apply (reaches_trans _ s); assumption.
          + intros Y. apply M. apply (reaches_trans _ q); assumption.
        - simpl in *. lia. }
      apply G. destruct R as [R N].
      (* r is s, or is read by something. *)
      apply clos_rt_rtn1 in R. destruct R as [|q r [a [b [_ [_ <-]]]] _]; [|apply all].
      exfalso. apply N. apply rt_refl.
  Qed.

  Lemma below_founded s : In s statements -> Acc below s.
  Proof.
    intros J. apply (below_ends (length statements) [] s).
    - repeat constructor. intros [].
    - intros r [<-|[]]. exact J.
    - intros r [].
    - simpl. lia.
  Qed.

  Theorem no_cycle_is_acyclic : well_founded (fun b a => reads a b).
  Proof.
    assert (forall s, Acc below s -> forall a, reaches s (of a) -> Acc (fun b a => reads a b) a) as G.
    { intros s F. induction F as [s _ IHs].
      intros a. induction (program_order a) as [a _ IHa]. intros R. constructor. intros b Q.
      assert (reaches (of a) (of b)) as E by (apply rt_step; exists a, b; auto).
      destruct (no_cycle a b Q) as [B|N].
      - apply IHa; [exact B | apply (reaches_trans _ (of a)); assumption].
      - apply (IHs (of b)); [|apply rt_refl]. split.
        + apply (reaches_trans _ (of a)); assumption.
        + intros T. apply N. apply (reaches_trans _ s); assumption. }
    intros a. apply (G (of a)); [apply below_founded, all | apply rt_refl].
  Qed.
End Cycles.

Section Irrelevant.
  Context {name : Type}.
  Variable same_name : forall a b : name, {a = b} + {a <> b}.

  Definition replaced (H : noise) (b : name) (x : Z) : noise := fun a => if same_name a b then x else H a.

  (* A term reads finitely many draws. Where two values of one of them, all else equal, always give the same value, that
     one may be left out; so any number of them may be. *)
  Theorem irrelevant_reads (f : noise -> Z) (written : list name) (kept : name -> Prop) :
    (forall H G, (forall b, In b written -> H b = G b) -> f H = f G) ->
    (forall b, In b written -> kept b \/ forall H x, f (replaced H b x) = f H) ->
    forall H G, (forall b, kept b -> H b = G b) -> f H = f G.
  Proof.
    intros W I.
    assert (forall todo, incl todo written ->
              forall H G, (forall b, kept b -> H b = G b) ->
              (forall b, In b written -> ~ In b todo -> H b = G b) -> f H = f G) as S.
    { induction todo as [|b todo IH]; intros K H G E R.
      - apply W. intros b J. apply R; [exact J | intros []].
      - assert (incl todo written) as K' by (intros c J; apply K; right; exact J).
        destruct (I b (K b (or_introl eq_refl))) as [Q|Q].
        + apply (IH K' H G E). intros c J N.
          destruct (same_name c b) as [->|M]; [apply E, Q|].
          apply R; [exact J | intros [->|L]; [apply M; reflexivity | contradiction]].
        + rewrite <- (Q H (G b)). apply (IH K').
          * intros c L. unfold replaced. destruct (same_name c b) as [->|_]; [reflexivity | apply E, L].
          * intros c J N. unfold replaced. destruct (same_name c b) as [->|M]; [reflexivity|].
            apply R; [exact J | intros [->|L]; [apply M; reflexivity | contradiction]]. }
    intros H G E. apply (S written); [intros b J; exact J | exact E | intros b J N; contradiction].
  Qed.
End Irrelevant.

(* The two together, as the kernel's function `acyclic` has them. A shift is a term. In it stand draws, `written`, with all that
   the path since the last loop head has assigned put in; and variables that were carried round a loop, of which nothing is
   known but that they hold what was made of draws before, of H and of H' alike. So a variable of the second run may depend on
   later draws, too: on those by which earlier draws were moved. *)
Section Kernel.
  Context {name statement carriage : Type}.
  Variable same_name : forall a b : name, {a = b} + {a <> b}.
  Variables (of : name -> statement) (statements : list statement) (earlier : name -> name -> Prop).
  Variables (term : name -> carriage -> @noise name -> Z) (variables : name -> @noise name -> carriage).
  Variables (written : name -> list name) (carried : name -> name -> Prop).

  Definition amount (a : name) (H : noise) : Z := term a (variables a H) H.

  Definition way := reaches name statement of (fun a b => carried a b \/ In b (written a)).

  (* The read of b by a is kept if b was drawn before a, or if nothing leads back from b's statement to a's. *)
  Definition kept (a b : name) : Prop :=
    carried a b \/ (In b (written a) /\ (earlier b a \/ ~ way (of b) (of a))).

  Hypothesis finitely_many : forall a, In (of a) statements.
  Hypothesis program_order : well_founded earlier.
  Hypothesis carried_before : forall a b, carried a b -> earlier b a \/ ~ way (of b) (of a).
  Hypothesis term_written : forall a u H G, (forall b, In b (written a) -> H b = G b) -> term a u H = term a u G.
  Hypothesis variables_carried : forall a H G,
    (forall b, carried a b -> H b = G b /\ amount b H = amount b G) -> variables a H = variables a G.
  (* The obligation `acyclic`: an edge that is no read of an earlier draw and lies on a cycle is none. *)
  Hypothesis obligation : forall a b, In b (written a) ->
    kept a b \/ forall u H x, term a u (replaced same_name H b x) = term a u H.

  Theorem kept_founded : well_founded (fun b a => kept a b).
  Proof.
    apply (no_cycle_is_acyclic name statement of statements finitely_many earlier program_order kept).
    intros a b K.
    assert (earlier b a \/ ~ way (of b) (of a)) as [E|N] by (destruct K as [C|[_ K]]; auto); [left; exact E | right].
    intros R. apply N. clear N K. induction R as [s r [c [d [[C|[W _]] [<- <-]]]]|s|s r q _ IH1 _ IH2].
    - apply rt_step. exists c, d. auto.
    - apply rt_step. exists c, d. auto.
    - apply rt_refl.
    - apply rt_trans with r; assumption.
  Qed.

  (* What a depends on: what it reads, what that was moved by, and so on. *)
  Definition kept_reads : name -> name -> Prop := clos_trans _ kept.

  Theorem kept_acyclic : well_founded (fun b a => kept_reads a b).
  Proof.
    assert (well_founded (clos_trans _ (fun b a => kept a b))) as W by (apply wf_clos_trans, kept_founded).
    apply (wf_incl _ _ (clos_trans _ (fun b a => kept a b))); [|exact W].
    intros b a R. unfold kept_reads in R. clear W. induction R as [c d K|c d e _ IH1 _ IH2].
    - apply t_step. exact K.
    - apply t_trans with d; assumption.
  Qed.

  Theorem kept_shift_reads a H G : (forall b, kept_reads a b -> H b = G b) -> amount a H = amount a G.
  Proof.
    induction (kept_founded a) as [a _ IH]. intros E. unfold amount. rewrite (variables_carried a H G).
    - apply (irrelevant_reads same_name (term a (variables a G)) (written a) (kept a)).
      + apply term_written.
      + intros b J. destruct (obligation a b J) as [K|I]; [left; exact K | right; apply I].
      + intros b K. apply E, t_step, K.
    - intros b C. assert (kept a b) as K by (left; exact C). split; [apply E, t_step, K|].
      apply (IH b K). intros c R. apply E. apply t_trans with b; [apply t_step, K | exact R].
  Qed.
End Kernel.

(* `earlier` may be any order without infinite descents, also one that z decides. The checker knows one more: the draws of one
   statement read no draws of it, but for some that z names, which read the others (noisy max with gap: the winner's), and in
   variables those of themselves that were made before. What they read of other statements has to be no part of a cycle then. *)
Section Last_instances.
  Context {name statement : Type}.
  Variable same_statement : forall s r : statement, {s = r} + {s <> r}.
  Variables (of : name -> statement) (earlier : name -> name -> Prop) (reordered : statement) (last : name -> Prop).
  Hypothesis program_order : well_founded earlier.

  Definition last_ones_last (b a : name) : Prop :=
    (of a <> reordered /\ earlier b a) \/ (of a = reordered /\ last a /\ of b = reordered /\ (~ last b \/ earlier b a)).

  Theorem last_ones_last_founded : well_founded last_ones_last.
  Proof.
    assert (forall a, of a = reordered -> ~ last a -> Acc last_ones_last a) as First.
    { intros a S N. constructor. intros b [[M _]|[_ [L _]]]; contradiction. }
    assert (forall a, of a = reordered -> Acc last_ones_last a) as Same.
    { intros a. induction (program_order a) as [a _ IH]. intros S. constructor.
      intros b [[M _]|[_ [_ [B [N|E]]]]]; [contradiction | apply First; assumption | apply IH; assumption]. }
    intros a. induction (program_order a) as [a _ IH].
    destruct (same_statement (of a) reordered) as [S|N]; [apply Same, S|].
    constructor. intros b [[_ E]|[S _]]; [apply IH, E | contradiction].
  Qed.
End Last_instances.
