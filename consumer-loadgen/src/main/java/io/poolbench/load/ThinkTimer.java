package io.poolbench.load;

import io.poolbench.study.Workload;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;

/**
 * The pauses of a closed loop's users: think times, and back-offs after refused or failed calls. A
 * pause begins on the thread on which a call ended, and ends on the scheduler's thread.
 *
 * <p>A user's fields belong to one thread at a time: first the completion's thread, then the
 * scheduler's, to which a {@link SlotStack} hands the user over, then the call's. Nothing is locked
 * or allocated.
 */
final class ThinkTimer implements AutoCloseable {
  private final double thinkNanos;
  private final double backoffNanos;
  private final NanoClock clock;
  private final IntConsumer resume;
  private final SplittableRandom[] randoms;
  private final long[] begunNanos;
  private final long[] readyNanos;
  private final SlotStack handed;
  private final SlotHeap thinking;
  private final Scheduler.Handle handle;

  /** The instant at which the scheduler runs this timer next without a wake-up. */
  private volatile long wakesAtNanos;

  /**
   * @param seed of the first think times and of backoffs; each user has its own sequence
   * @param resume called on the scheduler's thread at the end of a user's pause
   */
  ThinkTimer(
      int users,
      Workload.Closed loop,
      long seed,
      NanoClock clock,
      Scheduler scheduler,
      IntConsumer resume) {
    this.thinkNanos = loop.thinkTimeMicros() * 1e3;
    this.backoffNanos = loop.backoffMicros() * 1e3;
    this.clock = clock;
    this.resume = resume;
    this.randoms = new SplittableRandom[users];
    SplittableRandom root = new SplittableRandom(seed);
    for (int user = 0; user < users; user++) {
      randoms[user] = root.split();
    }
    this.begunNanos = new long[users];
    this.readyNanos = new long[users];
    this.handed = new SlotStack(users);
    this.thinking = new SlotHeap(users);
    this.wakesAtNanos = clock.nanoTime();
    this.handle = scheduler.start(this::advance);
  }

  /** Notes when a user's next pause begins; one of the methods that begin it must follow. */
  void pausesFrom(int user, long nanos) {
    begunNanos[user] = nanos;
  }

  /**
   * Begins a user's first think time at a random instant of it. Users that start together would
   * otherwise send in step, and stay in step.
   */
  void beginFirst(int user) {
    begin(user, thinkNanos * randoms[user].nextDouble());
  }

  void begin(int user) {
    begin(user, thinkNanos);
  }

  /**
   * Begins the back-off of a user whose call failed, 0.5 to 1.5 times the mean: users that were
   * refused together would otherwise return together.
   */
  void beginBackoff(int user) {
    begin(user, backoffNanos * (0.5 + randoms[user].nextDouble()));
  }

  private void begin(int user, double nanos) {
    long due = begunNanos[user] + Math.round(nanos);
    long now = clock.nanoTime();
    long ready = now + Math.max(0, due - now);
    readyNanos[user] = ready;
    handed.push(user);
    // Either this thread sees when the scheduler wakes up, or the scheduler's thread sees the user:
    // it checks the stack once more after it has set that instant.
    if (ready - wakesAtNanos < 0) {
      handle.wake();
    }
  }

  /** When a user's last pause began. */
  long begunNanos(int user) {
    return begunNanos[user];
  }

  /** When a user's last pause is over by its length, so that the next call is due. */
  long readyNanos(int user) {
    return readyNanos[user];
  }

  void check() {
    handle.check();
  }

  private long advance(long now) {
    long wakesAt;
    do {
      collect();
      while (!thinking.isEmpty() && thinking.earliestNanos() - now <= 0) {
        resume.accept(thinking.removeEarliest());
      }
      wakesAt = thinking.isEmpty() ? now + Scheduler.NEVER_NANOS : thinking.earliestNanos();
      wakesAtNanos = wakesAt;
    } while (!handed.isEmpty());
    return wakesAt - now;
  }

  /**
   * Collects all users before any is resumed, because a resumed user may be handed over again at
   * once.
   */
  private void collect() {
    for (int user = handed.takeAll(); user != SlotStack.NONE; user = handed.below(user)) {
      thinking.add(readyNanos[user], user);
    }
  }

  @Override
  public void close() {
    handle.close();
  }

  /**
   * A binary heap of slots, ordered by due instant, in two arrays without boxing. Instants are
   * compared as differences, as {@link System#nanoTime} requires. Not thread-safe.
   */
  static final class SlotHeap {
    private final long[] dueNanos;
    private final int[] slots;
    private int size;

    SlotHeap(int capacity) {
      dueNanos = new long[capacity];
      slots = new int[capacity];
    }

    boolean isEmpty() {
      return size == 0;
    }

    long earliestNanos() {
      return dueNanos[0];
    }

    void add(long due, int slot) {
      int hole = size++;
      while (hole > 0 && due - dueNanos[(hole - 1) / 2] < 0) {
        move((hole - 1) / 2, hole);
        hole = (hole - 1) / 2;
      }
      put(due, slot, hole);
    }

    /** Removes the slot that is due first; the heap must not be empty. */
    int removeEarliest() {
      int earliest = slots[0];
      size--;
      long due = dueNanos[size];
      int hole = 0;
      for (int child = 1; child < size; child = 2 * hole + 1) {
        if (child + 1 < size && dueNanos[child + 1] - dueNanos[child] < 0) {
          child++;
        }
        if (due - dueNanos[child] <= 0) {
          break;
        }
        move(child, hole);
        hole = child;
      }
      put(due, slots[size], hole);
      return earliest;
    }

    private void move(int from, int to) {
      put(dueNanos[from], slots[from], to);
    }

    private void put(long due, int slot, int at) {
      dueNanos[at] = due;
      slots[at] = slot;
    }
  }
}
