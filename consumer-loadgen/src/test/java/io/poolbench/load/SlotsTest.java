package io.poolbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.load.SlotQueue.SlotShare;
import io.poolbench.load.ThinkTimer.SlotHeap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The structures by which slots change hands, against those of java.util. */
class SlotsTest {
  private record Due(long nanos, int slot) {}

  /** Below 0: take. The origin of instants is anywhere, also just below their overflow. */
  @Property(tries = 300)
  void slotsAreRemovedInOrderOfTheirDueTimes(
      @ForAll @Size(max = 200) List<@IntRange(min = -1_000, max = 1_500) Integer> operations,
      @ForAll long origin) {
    SlotHeap heap = new SlotHeap(operations.size() + 1);
    PriorityQueue<Due> oracle = new PriorityQueue<>(Comparator.comparingLong(Due::nanos));
    for (int operation : operations) {
      if (operation >= 0) {
        // Slots that are due at once may be taken in any order: none are, here.
        long due = operation * 1_000L + oracle.size();
        if (oracle.stream().noneMatch(each -> each.nanos() == due)) {
          heap.add(origin + due, operation);
          oracle.add(new Due(due, operation));
        }
      } else if (!oracle.isEmpty()) {
        assertThat(heap.earliestNanos() - origin).isEqualTo(oracle.peek().nanos());
        assertThat(heap.removeEarliest()).isEqualTo(oracle.remove().slot());
      }
      assertThat(heap.isEmpty()).isEqualTo(oracle.isEmpty());
    }
  }

  @Property(tries = 300)
  void freeSlotsAreUsedFirstInFirstOut(
      @ForAll @Size(max = 300) List<Boolean> adds, @ForAll @IntRange(min = 1, max = 20) int most) {
    SlotQueue queue = new SlotQueue(most);
    ArrayDeque<Integer> oracle = new ArrayDeque<>();
    int next = 0;
    for (boolean add : adds) {
      if (add && oracle.size() < most) {
        queue.add(next);
        oracle.add(next++);
      } else if (!oracle.isEmpty()) {
        assertThat(queue.remove()).isEqualTo(oracle.remove());
      }
      assertThat(queue.isEmpty()).isEqualTo(oracle.isEmpty());
    }
  }

  /** Threads push their own slots again as soon as they were taken. */
  @Test
  void noSlotIsLostOrDuplicatedBetweenThreads() throws Exception {
    int threads = 4;
    int slotsEach = 8;
    int rounds = 20_000;
    SlotStack stack = new SlotStack(threads * slotsEach);
    AtomicIntegerArray away = new AtomicIntegerArray(threads * slotsEach);
    CountDownLatch done = new CountDownLatch(threads);
    for (int thread = 0; thread < threads; thread++) {
      int first = thread * slotsEach;
      new Thread(
              () -> {
                for (int pushes = 0; pushes < rounds; ) {
                  for (int slot = first; slot < first + slotsEach; slot++) {
                    if (away.compareAndSet(slot, 0, 1)) {
                      stack.push(slot);
                      pushes++;
                    }
                  }
                  Thread.onSpinWait();
                }
                done.countDown();
              })
          .start();
    }

    long taken = 0;
    boolean last;
    do {
      last = done.getCount() == 0;
      List<Integer> batch = all(stack);
      assertThat(batch).doesNotHaveDuplicates();
      taken += batch.size();
      batch.forEach(slot -> assertThat(away.getAndSet(slot, 0)).isEqualTo(1));
    } while (!last);

    assertThat(taken).isBetween((long) threads * rounds, (long) threads * (rounds + slotsEach));
    for (int slot = 0; slot < away.length(); slot++) {
      assertThat(away.get(slot)).isZero();
    }
  }

  private static List<Integer> all(SlotStack stack) {
    List<Integer> all = new ArrayList<>();
    for (int slot = stack.takeAll(); slot != SlotStack.NONE; slot = stack.below(slot)) {
      all.add(slot);
    }
    return all;
  }

  @ParameterizedTest
  @CsvSource({"0, 3", "1, 3", "7, 3", "9, 3", "64, 1", "2147483647, 1", "2147483647, 4"})
  void sharesDifferByOneAtMostAndAddUpToTheWhole(int things, int owners) {
    long[] shares =
        IntStream.range(0, owners)
            .mapToLong(owner -> new SlotShare(1, owner, owners).part(things))
            .toArray();

    assertThat(IntStream.range(0, owners).mapToLong(owner -> shares[owner]).sum())
        .isEqualTo(things);
    assertThat(shares[0] - shares[owners - 1]).isBetween(0L, 1L);
  }

  @ParameterizedTest
  @CsvSource({"7, 3", "1, 2", "5, 5"})
  void everySlotHasOneOwnerAndAnIndexThere(int slots, int owners) {
    for (int slot = 0; slot < slots; slot++) {
      SlotShare share = new SlotShare(slots, slot % owners, owners);

      assertThat(share.index(slot)).isBetween(0, share.count() - 1);
      assertThat(share.slot(share.index(slot))).isEqualTo(slot);
    }
  }
}
