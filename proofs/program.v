(* SPDX-License-Identifier: Apache-2.0 *)
(* Programs with loops, and the trees that they mean. What a program does with numbers and arrays is any function of its state,
   in which the data stand, too. *)
From Coq Require Import Reals ZArith List Bool Lra Lia.
From Plumb Require Import sums laws mechanism alignment.
Import ListNotations.
Open Scope Z_scope.

(* A draw is called by where it stands in the program and by the iterations in which it is made. *)
Definition place := list Z.

Definition same_place : forall a b : place, {a = b} + {a <> b} := list_eq_dec Z.eq_dec.

Section Programs.
  Context {state cell : Type}.

  Inductive statement :=
  | Assign (change : state -> state)
  | Sample (from : state -> law) (put : Z -> state -> state)
  | Output (what : state -> cell)
  | If (condition : state -> bool) (so otherwise : statement)
  (* `for i in low .. high while guard`: the range is fixed at the entry. `set` writes the loop variable. *)
  | For (low high : state -> Z) (set : Z -> state -> state) (guard : state -> bool) (body : statement)
  | Seq (first second : statement)
  (* `stop`, `return` *)
  | Exit.

  Definition behind := state -> tree place cell.

  Fixpoint loop (set : Z -> state -> state) (guard : state -> bool) (body : Z -> behind -> behind)
      (count : nat) (i : Z) (next : behind) (s : state) : tree place cell :=
    match count with
    | O => Decide false (next s)
    | S fewer =>
        if guard (set i s)
        then Decide true (body i (loop set guard body fewer (i + 1) next) (set i s))
        else Decide false (next s)
    end.

  (* What a program does at a place, from a state on, if `next` is what comes behind it. *)
  Fixpoint meaning (p : statement) (at_ : place) (next : behind) (s : state) : tree place cell :=
    match p with
    | Assign change => next (change s)
    | Sample from put => Draw at_ (from s) (fun x => next (put x s))
    | Output what => Publish (what s) (next s)
    | If condition so otherwise =>
        if condition s
        then Decide true (meaning so (at_ ++ [0]) next s)
        else Decide false (meaning otherwise (at_ ++ [1]) next s)
    | For low high set guard body =>
        loop set guard (fun i => meaning body (at_ ++ [i])) (Z.to_nat (high s - low s)) (low s) next s
    | Seq first second => meaning first (at_ ++ [0]) (meaning second (at_ ++ [1]) next) s
    | Exit => Stop
    end.

  Definition mechanism_of (p : statement) (s : state) : tree place cell := meaning p [] (fun _ => Stop) s.

  (* No run makes two draws of one name. *)

  Definition within (at_ a : place) : Prop := exists more, a = at_ ++ more.

  Definition own (t : tree place cell) (at_ : place) (next : behind) : Prop :=
    forall run z, published t run = Some z -> exists mine others,
      map fst (draws t run) = mine ++ others /\ NoDup mine /\ (forall a, In a mine -> within at_ a) /\
      (others = [] \/ exists s rest y, published (next s) rest = Some y /\ others = map fst (draws (next s) rest)).

  Lemma nothing_own (next : behind) at_ s : own (next s) at_ next.
  Proof.
    intros run z P. exists [], (map fst (draws (next s) run)).
    repeat split; [constructor | intros a [] | right; exists s, run, z; auto].
  Qed.

  Lemma within_deeper at_ i a : within (at_ ++ [i]) a -> within at_ a.
  Proof. intros [more ->]. exists (i :: more). rewrite <- app_assoc. reflexivity. Qed.

  Lemma apart at_ i j a : within (at_ ++ [i]) a -> within (at_ ++ [j]) a -> i = j.
  Proof.
    intros [more ->] [other E]. rewrite <- !app_assoc in E. apply app_inv_head in E. injection E as E _. exact E.
  Qed.

  Lemma own_deeper t at_ i next : own t (at_ ++ [i]) next -> own t at_ next.
  Proof.
    intros O run z P. destruct (O run z P) as [mine [others [E [D [W R]]]]].
    exists mine, others. repeat split; auto. intros a J. apply (within_deeper at_ i), W, J.
  Qed.

  (* One thing behind another. What is behind both comes last. *)
  Lemma own_behind t at_ (inner : place -> Prop) (middle next : behind) :
    (forall run z, published t run = Some z -> exists mine others,
      map fst (draws t run) = mine ++ others /\ NoDup mine /\ (forall a, In a mine -> within at_ a /\ inner a) /\
      (others = [] \/ exists s rest y, published (middle s) rest = Some y /\ others = map fst (draws (middle s) rest))) ->
    (forall s run z, published (middle s) run = Some z -> exists mine others,
      map fst (draws (middle s) run) = mine ++ others /\ NoDup mine /\ (forall a, In a mine -> within at_ a /\ ~ inner a) /\
      (others = [] \/ exists s rest y, published (next s) rest = Some y /\ others = map fst (draws (next s) rest))) ->
    own t at_ next.
  Proof.
    intros F G run z P. destruct (F run z P) as [mine [others [E [D [W R]]]]].
    destruct R as [->|[s [rest [y [Q ->]]]]].
    - exists mine, []. repeat split; auto. intros a J. apply W, J.
    - destruct (G s rest y Q) as [mine' [others' [E' [D' [W' R']]]]].
      exists (mine ++ mine'), others'. rewrite E, E', app_assoc. repeat split; auto.
      + apply nodup_append; [exact D | exact D' |]. intros a J K. apply (W' a K), W, J.
      + intros a J. apply in_app_or in J as [J|J]; [apply W, J | apply W', J].
  Qed.

  Lemma own_loop set guard body at_ next :
    (forall i n s, own (body i n s) (at_ ++ [i]) n) ->
    forall count i s run z, published (loop set guard body count i next s) run = Some z ->
      exists mine others,
        map fst (draws (loop set guard body count i next s) run) = mine ++ others /\ NoDup mine /\
        (forall a, In a mine -> exists j, i <= j /\ within (at_ ++ [j]) a) /\
        (others = [] \/
         exists s rest y, published (next s) rest = Some y /\ others = map fst (draws (next s) rest)).
  Proof.
    intros B count. induction count as [|fewer IH]; intros i s run z P; simpl in *;
      [|destruct (guard (set i s)); simpl in *];
      try (exists [], (map fst (draws (next s) run));
           repeat split; [constructor | intros a [] | right; exists s, run, z; auto]; fail).
    destruct (B _ _ _ _ _ P) as [mine [others [E [D [W R]]]]].
    destruct R as [->|[t [rest [y [Q ->]]]]].
    - exists mine, []. repeat split; auto. intros a J. exists i. split; [lia | apply W, J].
    - destruct (IH _ _ _ _ Q) as [mine' [others' [E' [D' [W' R']]]]].
      exists (mine ++ mine'), others'. rewrite E, E', app_assoc. repeat split; auto.
      + apply nodup_append; [exact D | exact D' |]. intros a J K.
        destruct (W' a K) as [j [L M]]. pose proof (apart at_ i j a (W a J) M). lia.
      + intros a J. apply in_app_or in J as [J|J].
        * exists i. split; [lia | apply W, J].
        * destruct (W' a J) as [j [L M]]. exists j. split; [lia | exact M].
  Qed.

  Lemma own_meaning p : forall at_ next s, own (meaning p at_ next s) at_ next.
  Proof.
    induction p as [change|from put|what|condition so IH1 otherwise IH2|low high set guard body IH|first IH1 second IH2|];
      intros at_ next s; simpl.
    - apply nothing_own.
    - intros [|x rest] z P; [discriminate|]. exists [at_], (map fst (draws (next (put x s)) rest)).
      repeat split.
      + repeat constructor. intros [].
      + intros a [<-|[]]. exists []. symmetry. apply app_nil_r.
      + right. exists (put x s), rest, z. auto.
    - intros run z P. simpl in P. destruct (published (next s) run) as [y|] eqn:E; [|discriminate].
      exists [], (map fst (draws (next s) run)).
      repeat split; [constructor | intros a [] | right; exists s, run, y; auto].
    - destruct (condition s);
        [apply (own_deeper (Decide true _) _ 0), IH1 | apply (own_deeper (Decide false _) _ 1), IH2].
    - intros run z P. destruct (own_loop set guard _ at_ next (fun i n t => IH (at_ ++ [i]) n t) _ _ _ _ _ P)
        as [mine [others [E [D [W R]]]]].
      exists mine, others. repeat split; auto. intros a J. destruct (W a J) as [j [_ M]].
      apply (within_deeper at_ j), M.
    - apply (own_behind _ at_ (within (at_ ++ [0])) (meaning second (at_ ++ [1]) next)).
      + intros run z P. destruct (IH1 _ _ _ run z P) as [mine [others [E [D [W R]]]]].
        exists mine, others. repeat split; auto; try apply (within_deeper at_ 0); apply W; assumption.
      + intros t run z P. destruct (IH2 _ _ _ run z P) as [mine [others [E [D [W R]]]]].
        exists mine, others. repeat split; auto.
        * apply (within_deeper at_ 1), W. assumption.
        * intros F. pose proof (apart at_ 0 1 a F (W a H)). lia.
    - intros [|x rest] z P; [|discriminate]. exists [], [].
      repeat split; [constructor | intros a [] | left; reflexivity].
  Qed.

  Theorem names_are_new p s run z :
    published (mechanism_of p s) run = Some z -> NoDup (map fst (draws (mechanism_of p s) run)).
  Proof.
    intros P. destruct (own_meaning p [] (fun _ => Stop) s run z P) as [mine [others [E [D [W R]]]]].
    assert (others = []) as ->.
    { destruct R as [->|[t [rest [y [Q ->]]]]]; [reflexivity|]. destruct rest; reflexivity. }
    unfold mechanism_of. rewrite E, app_nil_r. exact D.
  Qed.
End Programs.

Arguments statement : clear implicits.
