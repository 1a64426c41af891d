package io.poolbench.load;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A target that calls one of several methods, each with a target of its own, chosen at random by
 * weight for each call.
 *
 * <p>Each slot has its own random sequence, so a choice needs no allocation and no lock: a slot's
 * fields belong to the sender of its next call, which happens-after the completion of the last.
 */
final class MethodMix implements Target {
  private final Target[] targets;
  private final int[] weights;
  private final int sum;
  private final SplittableRandom[] randoms;
  private final int[] chosen;

  private MethodMix(
      Map<Target.Factory, Integer> weighted, long seed, int slots, Completion completion)
      throws IOException {
    this.targets = new Target[weighted.size()];
    this.weights = weighted.values().stream().mapToInt(Integer::intValue).toArray();
    this.sum = weighted.values().stream().mapToInt(Integer::intValue).sum();
    this.randoms = new SplittableRandom[slots];
    this.chosen = new int[slots];
    SplittableRandom root = new SplittableRandom(seed);
    for (int slot = 0; slot < slots; slot++) {
      randoms[slot] = root.split();
    }
    int opened = 0;
    try {
      for (Target.Factory factory : weighted.keySet()) {
        targets[opened] = factory.open(slots, completion);
        opened++;
      }
    } finally {
      if (opened < targets.length) {
        close();
      }
    }
  }

  /** A factory of the mix; for a single method the method's own factory. */
  static Target.Factory of(Map<Target.Factory, Integer> weighted, long seed) {
    Map<Target.Factory, Integer> copy = new LinkedHashMap<>(weighted);
    return copy.size() == 1
        ? copy.keySet().iterator().next()
        : (slots, completion) -> new MethodMix(copy, seed, slots, completion);
  }

  @Override
  public void send(int slot) {
    int left = randoms[slot].nextInt(sum);
    int method = 0;
    while (left >= weights[method]) {
      left -= weights[method++];
    }
    chosen[slot] = method;
    targets[method].send(slot);
  }

  @Override
  public long sentNanos(int slot) {
    return targets[chosen[slot]].sentNanos(slot);
  }

  @Override
  public void check() {
    for (Target target : targets) {
      target.check();
    }
  }

  @Override
  public void close() {
    for (Target target : targets) {
      if (target != null) {
        target.close();
      }
    }
  }
}
