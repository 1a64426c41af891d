package io.poolbench.server.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RoundRobinTest {
  @Test
  void aThreadUsesTheMembersInTurn() {
    RoundRobin members = new RoundRobin(3);

    assertThat(IntStream.range(0, 7).map(call -> members.next()))
        .containsExactly(0, 1, 2, 0, 1, 2, 0);
  }

  @Test
  void eachThreadStartsAtTheNextMember() throws Exception {
    RoundRobin members = new RoundRobin(3);
    int[] starts = new int[6];
    for (int thread = 0; thread < starts.length; thread++) {
      starts[thread] = firstOfAThread(members);
    }

    assertThat(starts).containsExactly(0, 1, 2, 0, 1, 2);
  }

  private static int firstOfAThread(RoundRobin members) throws Exception {
    FutureTask<Integer> first = new FutureTask<>(members::next);
    new Thread(first).start();
    return first.get();
  }
}
