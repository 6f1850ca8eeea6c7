# SPDX-License-Identifier: Apache-2.0
"""Single words against a verdict: is what is called not private a violation, and do words of what is proved over the reals keep to it?"""

import time

from events import GIVEN_UP, Events, OnAnEdge, confirm_violation, judge_word
from forms import TooMany
from judge import Judgement, assigned, shown


def judge_over_reals(mechanism, schema, source, seconds, enough=12):
    """As `judge` does over integers: `enough` words at most, each on random neighbours, for so many seconds at most."""
    until, instances, reason = time.process_time() + seconds, 0, "no word was found"
    try:
        events = Events(mechanism, schema)
        for _ in range(60):
            if instances >= enough or time.process_time() > until:
                break
            values = events.parameters.random(source)
            pair = values and events.neighbours.pair(source, values)
            if not pair or pair[0] == pair[1]:
                continue
            try:
                why = judge_word(events, source, values, pair)
            except (TooMany, OnAnEdge):
                reason = "too many paths, or a word on an edge"
                continue
            instances += 1
            if why:
                return Judgement("refuted", why + "; " + shown(values, pair), instances)
    except GIVEN_UP as why:
        reason = f"not read: {type(why).__name__} {why}"
    return Judgement("confirmed", "", instances) if instances else Judgement("skipped", reason)


def judge_violation(mechanism, schema, violation):
    """Of what is called not private: confirmed, or refuted, or what hinders. Of records, their answers are taken as they are told."""
    try:
        events = Events(mechanism, schema)
        values = assigned([(e["name"], e["value"]) for e in violation["parameters"]], events.parameters.parameters, {})
        queries = [] if mechanism.change else events.neighbours.queries
        pair = [assigned([(e["name"], e[side]) for e in violation["answers"]], queries, values) for side in ("first", "second")]
        if not all(holds(values) for holds in events.parameters.requires):
            return Judgement("refuted", "a violation that the requirements exclude; " + shown(values, pair))
        if not mechanism.change and not events.neighbours.are_neighbours(values, *pair):
            return Judgement("refuted", "a violation between data that are no neighbours; " + shown(values, pair))
        why = confirm_violation(events, violation, values, pair)
    except OnAnEdge:
        return Judgement("refuted", "a density jumps at the word: a violation there says nothing of a box around it")
    except GIVEN_UP as why:
        return Judgement("skipped", f"violation not read: {type(why).__name__} {why}")
    return Judgement("refuted", why + "; " + shown(values, pair)) if why else Judgement("confirmed", "", 1)
