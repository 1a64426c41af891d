package io.poolbench.capacity;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The Markov chain of a small closed network, state by state: calls at the CPUs, waiting
 * downstream, and in the queue. Its stationary distribution by iteration of the uniformized chain.
 */
final class ExactChain {
  private final Map<State, Double> p = new LinkedHashMap<>();
  private final int users;
  private final int threads;
  private final int cpus;
  private final double demand;
  private final double wait;
  private final double outside;
  private final int queue;

  private record State(int atCpus, int waiting, int queued) {}

  private record Move(State to, double rate) {}

  ExactChain(
      int users, int threads, int cpus, double demand, double wait, double outside, int queue) {
    this.users = users;
    this.threads = threads;
    this.cpus = cpus;
    this.demand = demand;
    this.wait = wait;
    this.outside = outside;
    this.queue = queue;
    for (int active = 0; active <= Math.min(users, threads); active++) {
      for (int queued = 0; queued <= Math.min(queue, users - active); queued++) {
        for (int atCpus = 0; atCpus <= active; atCpus++) {
          if (queued == 0 || active == threads) {
            p.put(new State(atCpus, active - atCpus, queued), 0.0);
          }
        }
      }
    }
    p.replaceAll((state, before) -> 1.0 / p.size());
    Map<State, List<Move>> moves = new LinkedHashMap<>();
    p.keySet().forEach(state -> moves.put(state, moves(state)));
    double fastest = users / outside + cpus / demand + threads / wait;
    for (int round = 0; round < 20_000; round++) {
      Map<State, Double> next = new LinkedHashMap<>(p);
      moves.forEach(
          (from, to) ->
              to.forEach(
                  move -> {
                    double flow = p.get(from) * move.rate() / fastest;
                    next.merge(from, -flow, Double::sum);
                    next.merge(move.to(), flow, Double::sum);
                  }));
      p.putAll(next);
    }
  }

  /** An exponential call uses a CPU once: before its wait, with the whole demand. */
  private List<Move> moves(State from) {
    List<Move> moves = new ArrayList<>();
    int active = from.atCpus + from.waiting;
    int away = users - active - from.queued;
    if (away > 0 && active < threads) {
      moves.add(new Move(new State(from.atCpus + 1, from.waiting, from.queued), away / outside));
    } else if (away > 0 && from.queued < queue) {
      moves.add(new Move(new State(from.atCpus, from.waiting, from.queued + 1), away / outside));
    }
    if (from.atCpus > 0) {
      double rate = Math.min(from.atCpus, cpus) / demand;
      moves.add(new Move(new State(from.atCpus - 1, from.waiting + 1, from.queued), rate));
    }
    if (from.waiting > 0) {
      boolean more = from.queued > 0;
      moves.add(
          new Move(
              new State(
                  from.atCpus + (more ? 1 : 0), from.waiting - 1, from.queued - (more ? 1 : 0)),
              from.waiting / wait));
    }
    return moves;
  }

  double tps() {
    return mean(state -> state.waiting / wait) * 1e3;
  }

  double active() {
    return mean(state -> state.atCpus + state.waiting);
  }

  double queued() {
    return mean(State::queued);
  }

  double refused() {
    return mean(
            state -> {
              int active = state.atCpus + state.waiting;
              boolean full = active == threads && state.queued == queue;
              return full ? (users - active - state.queued) / outside : 0;
            })
        * 1e3;
  }

  private double mean(java.util.function.ToDoubleFunction<State> of) {
    return p.entrySet().stream()
        .mapToDouble(entry -> entry.getValue() * of.applyAsDouble(entry.getKey()))
        .sum();
  }
}
