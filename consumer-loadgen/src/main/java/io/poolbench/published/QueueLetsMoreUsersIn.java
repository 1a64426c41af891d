package io.poolbench.published;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Finding 4: the figures of 4 threads within the bands of figures, and their direction for each
 * pool that is too small to fill the CPUs.
 */
record QueueLetsMoreUsersIn() implements Finding {
  private record Pool(int threads, int usersWithQueue) {}

  private static final int THREADS = 4;
  private static final int USERS = 11;
  private static final List<Pool> SMALL =
      List.of(new Pool(THREADS, USERS), new Pool(8, 25), new Pool(16, 50));

  @Override
  public int number() {
    return 4;
  }

  @Override
  public String text() {
    return "A queue lets more users in and raises TPS (4 threads: 1063 -> 1531 TPS, 4 -> 11"
        + " users), and every response waits longer for it (TP99 5 -> 10 ms).";
  }

  @Override
  public List<String> tables() {
    return List.of(Published.FIXED, Published.FIXED_QUEUE);
  }

  @Override
  public List<Statement> statements(Evidence evidence) {
    Curve queue = evidence.curve(Published.FIXED_QUEUE, THREADS);
    Look without = evidence.curve(Published.FIXED, THREADS).at(THREADS);
    Look with = queue.at(USERS);
    Supplier<String> cause = () -> evidence.counters(with).since(evidence.counters(without));
    Supplier<String> causeWithout = () -> evidence.counters(without).line();
    List<Statement> statements = new ArrayList<>();
    statements.add(
        Statement.agrees(
            "4 threads without a queue serve 1063 TPS to 4 users",
            Reading.tps("no queue", without),
            FigureKind.TPS,
            1063,
            causeWithout));
    statements.add(
        Statement.agrees(
            "with one they serve 1531 TPS to 11 users",
            Reading.tps("queue", with),
            FigureKind.TPS,
            1531,
            cause));
    statements.add(new MostUsers(queue, USERS).statement("11 users are within the SLA", evidence));
    for (Pool pool : SMALL) {
      statements.add(raises(pool, evidence));
    }
    statements.add(
        Statement.agrees(
            "TP99 of 4 threads is 5 ms without a queue",
            Reading.tp99Millis("no queue", without),
            FigureKind.TPN,
            5,
            causeWithout));
    statements.add(
        Statement.agrees(
            "and 10 ms with one", Reading.tp99Millis("queue", with), FigureKind.TPN, 10, cause));
    statements.add(
        Statement.of(
            "every response waits longer: TP50 and TP99 are higher with the queue",
            List.of(
                Reading.tp50Millis("no queue", without),
                Reading.tp50Millis("queue", with),
                Reading.tp99Millis("no queue", without),
                Reading.tp99Millis("queue", with)),
            times -> times.get(1) > times.get(0) && times.get(3) > times.get(2),
            cause));
    return List.copyOf(statements);
  }

  private static Statement raises(Pool pool, Evidence evidence) {
    Look without = evidence.curve(Published.FIXED, pool.threads()).at(pool.threads());
    Look with = evidence.curve(Published.FIXED_QUEUE, pool.threads()).at(pool.usersWithQueue());
    return Statement.of(
        "a queue raises TPS of " + pool.threads() + " threads",
        List.of(Reading.tps("no queue", without), Reading.tps("queue", with)),
        tps -> tps.get(1) > tps.get(0),
        () -> evidence.counters(with).since(evidence.counters(without)));
  }
}
