package io.poolbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import io.poolbench.api.AddedLatency;
import io.poolbench.api.RandomDelay;
import io.poolbench.load.SlotQueue.SlotShare;
import io.poolbench.study.Workload;
import io.poolbench.study.Workload.ArrivalProcess;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoopTargetTest {
  private static final String FAILURE = "out of direct memory in this test";

  /** Without its sweeps no call would time out any more, and a run would hang or flatter. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFailedSweepFailsTheLoad(boolean closed) throws Exception {
    CountDownLatch swept = new CountDownLatch(1);
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Target.Factory targets =
          (slots, completion) ->
              LoopTarget.open(
                  "test-loop",
                  Destination.direct((InetSocketAddress) server.getLocalSocketAddress()),
                  1,
                  slots,
                  () -> (share, bootstrap) -> new Failing(share, bootstrap, completion, swept),
                  () -> {});
      NanoClock clock = NanoClock.system();
      Scheduler scheduler = new ParkingScheduler(clock);
      Workload workload =
          closed ? Workload.Closed.WITHOUT_PAUSES : new Workload.Open(ArrivalProcess.CONSTANT, "");
      try (Load load =
          Loads.open(workload, 1, Duration.ofSeconds(1), 1, targets, clock, scheduler)) {
        swept.await();
        Throwable thrown = null;
        // The sweep's thread reports the failure after it has failed.
        for (long begun = System.nanoTime(); thrown == null && System.nanoTime() - begun < 60e9; ) {
          thrown = catchThrowable(load::take);
        }

        assertThat(thrown).isInstanceOf(IllegalStateException.class).hasMessageContaining(FAILURE);
      }
    }
  }

  private static final class Failing extends LoopTarget.Owner {
    private final CountDownLatch swept;

    Failing(
        SlotShare share, Bootstrap bootstrap, Target.Completion completion, CountDownLatch swept) {
      super(
          share,
          bootstrap,
          new RandomDelay(AddedLatency.NONE),
          1_000,
          new FailureReasons(),
          completion);
      this.swept = swept;
    }

    @Override
    protected ChannelHandler handler() {
      return new ChannelInboundHandlerAdapter();
    }

    @Override
    protected Future<?> connect() {
      return bootstrap.connect();
    }

    @Override
    protected void write(int index) {}

    @Override
    protected long sentNanosOf(int index) {
      return 0;
    }

    @Override
    protected void sweep(long now) {
      swept.countDown();
      throw new OutOfMemoryError(FAILURE);
    }
  }
}
