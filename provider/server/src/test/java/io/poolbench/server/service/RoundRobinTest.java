package io.poolbench.server.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RoundRobinTest {
  @Test
  void aThreadTakesEachMemberInTurn() {
    RoundRobin turns = new RoundRobin(3);

    assertThat(IntStream.range(0, 7).map(call -> turns.next()))
        .containsExactly(0, 1, 2, 0, 1, 2, 0);
  }

  @Test
  void eachThreadBeginsWhereTheOneBeforeDidNot() throws Exception {
    RoundRobin turns = new RoundRobin(3);
    int[] begun = new int[6];
    for (int thread = 0; thread < begun.length; thread++) {
      begun[thread] = firstOfAThread(turns);
    }

    assertThat(begun).containsExactly(0, 1, 2, 0, 1, 2);
  }

  @Test
  void theOnlyMemberIsAlwaysTaken() {
    RoundRobin one = new RoundRobin(1);

    assertThat(IntStream.range(0, 3).map(call -> one.next())).containsOnly(0);
  }

  private static int firstOfAThread(RoundRobin turns) throws Exception {
    FutureTask<Integer> first = new FutureTask<>(turns::next);
    new Thread(first).start();
    return first.get();
  }
}
