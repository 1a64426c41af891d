package io.poolbench.sla;

import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All looks at one level of load in one run of a cell, and what most of them say.
 *
 * <p>A look is a step that passed or failed; an INVALID one says nothing. Looks count the same
 * however long they were. Where as many failed as passed, the level fails: a promise that is kept
 * half of the time is not kept.
 *
 * @param level the load
 * @param steps one or more, in the order they ran; none INVALID
 */
record Looks(int level, List<StepResult> steps) {
  Looks {
    steps = List.copyOf(steps);
    if (steps.isEmpty()) {
      throw new IllegalArgumentException("no look");
    }
  }

  /** The looks at each level that has any, by rising level. */
  static SortedMap<Integer, Looks> byLevel(Collection<StepResult> steps) {
    SortedMap<Integer, List<StepResult>> decided = new TreeMap<>();
    for (StepResult step : steps) {
      if (step.verdict().kind() != Verdict.Kind.INVALID) {
        decided.computeIfAbsent(step.level(), level -> new ArrayList<>()).add(step);
      }
    }
    SortedMap<Integer, Looks> looks = new TreeMap<>();
    decided.forEach((level, of) -> looks.put(level, new Looks(level, of)));
    return looks;
  }

  int count() {
    return steps.size();
  }

  int passed() {
    return (int) steps.stream().filter(step -> step.verdict().kind() == Verdict.Kind.PASS).count();
  }

  /** Whether the level passes. */
  boolean pass() {
    return 2 * passed() > count();
  }

  /** Whether it fails for too little load: in most of its failing looks. */
  boolean tooLittle(SlaEvaluator evaluator) {
    long tooLittle = steps.stream().filter(evaluator::tooLittleLoad).count();
    return !pass() && 2 * tooLittle > count() - passed();
  }

  /** The first look alone where there are fewer than so many, for the others are yet to come. */
  Looks firstUntil(int enough) {
    return count() < enough ? new Looks(level, steps.subList(0, 1)) : this;
  }

  /** Whether most looks contradict the first. */
  boolean turned() {
    return pass() != new Looks(level, steps.subList(0, 1)).pass();
  }

  /** The last look that says what the level does: there is always one. */
  StepResult last() {
    Verdict.Kind kind = pass() ? Verdict.Kind.PASS : Verdict.Kind.FAIL;
    return steps.stream()
        .filter(step -> step.verdict().kind() == kind)
        .reduce((before, step) -> step)
        .orElseThrow();
  }
}
