package io.poolbench.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The Markov chain of a small closed network, state by state: calls at the CPUs, waiting
 * downstream, in the queue, and of users that back off. Its stationary distribution by iteration of
 * the uniformized chain.
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
  private final double backoff;

  private record State(int atCpus, int waiting, int queued, int backingOff) {
    State moved(int cpu, int wait, int queue, int away) {
      return new State(atCpus + cpu, waiting + wait, queued + queue, backingOff + away);
    }
  }

  private record Move(State to, double rate) {}

  ExactChain(
      int users,
      int threads,
      int cpus,
      double demand,
      double wait,
      double outside,
      int queue,
      double backoff) {
    this.users = users;
    this.threads = threads;
    this.cpus = cpus;
    this.demand = demand;
    this.wait = wait;
    this.outside = outside;
    this.queue = queue;
    this.backoff = backoff;
    for (int active = 0; active <= Math.min(users, threads); active++) {
      for (int queued = 0; queued <= Math.min(queue, users - active); queued++) {
        int most =
            backoff == 0 ? 0 : Math.max(0, users - Math.max(threads + queue, active + queued));
        for (int atCpus = 0; atCpus <= active; atCpus++) {
          for (int away = 0; away <= most && (queued == 0 || active == threads); away++) {
            p.put(new State(atCpus, active - atCpus, queued, away), 0.0);
          }
        }
      }
    }
    p.replaceAll((state, before) -> 1.0 / p.size());
    Map<State, List<Move>> moves = new LinkedHashMap<>();
    p.keySet().forEach(state -> moves.put(state, moves(state)));
    double returns = backoff == 0 ? 0 : users / backoff;
    double fastest = users / outside + cpus / demand + threads / wait + returns;
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
    int away = users - active - from.queued - from.backingOff;
    if (away > 0 && active < threads) {
      moves.add(new Move(from.moved(1, 0, 0, 0), away / outside));
    } else if (away > 0 && from.queued < queue) {
      moves.add(new Move(from.moved(0, 0, 1, 0), away / outside));
    } else if (away > 0 && backoff > 0) {
      moves.add(new Move(from.moved(0, 0, 0, 1), away / outside));
    }
    if (from.backingOff > 0) {
      moves.add(new Move(from.moved(0, 0, 0, -1), from.backingOff / backoff));
    }
    if (from.atCpus > 0) {
      double rate = Math.min(from.atCpus, cpus) / demand;
      moves.add(new Move(from.moved(-1, 1, 0, 0), rate));
    }
    if (from.waiting > 0) {
      int more = from.queued > 0 ? 1 : 0;
      moves.add(new Move(from.moved(more, -1, -more, 0), from.waiting / wait));
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
              return full ? (users - active - state.queued - state.backingOff) / outside : 0;
            })
        * 1e3;
  }

  private double mean(java.util.function.ToDoubleFunction<State> of) {
    return p.entrySet().stream()
        .mapToDouble(entry -> entry.getValue() * of.applyAsDouble(entry.getKey()))
        .sum();
  }
}
