package io.poolbench.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.generator.Message.Action;
import io.poolbench.generator.Message.OfLoad;
import io.poolbench.load.Load;
import io.poolbench.measure.Interval;
import io.poolbench.measure.LatencyRecorder;
import io.poolbench.measure.Ledger;
import io.poolbench.remote.PeerException;
import io.poolbench.remote.PeerJson;
import io.poolbench.result.GeneratorUse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The loads of a generator for one coordinator. */
class GeneratorSessionTest {
  private final Recorded load = new Recorded();
  private final GeneratorSession session = new GeneratorSession(order -> load);

  @Test
  void aLoadIsKnownToItsSessionUntilItIsClosed() throws Exception {
    OfLoad opened = open();

    assertThat(ask(Action.TAKE, new Message.TakeOrder(opened.load(), 5)))
        .isInstanceOf(GeneratorLoad.Taken.class);
    assertThat(load.delays).isEqualTo(5);
    assertThat(ask(Action.CLOSE, opened)).isEqualTo(opened.load());
    assertThat(load.closed).isEqualTo(1);
    assertThatThrownBy(() -> ask(Action.IN_FLIGHT, opened))
        .isInstanceOf(PeerException.class)
        .hasMessageContaining("no load");
  }

  @Test
  void allLoadsEndWithTheSessionAlsoOnesThatAreOpenedThen() throws Exception {
    open();
    session.close();
    assertThat(load.closed).isEqualTo(1);
    open();

    assertThat(load.closed).isEqualTo(2);
  }

  private OfLoad open() throws Exception {
    return (OfLoad) ask(Action.OPEN, new LoadOrder("{}", "127.0.0.1", 1, 1, List.of(1)));
  }

  private Object ask(Action action, Object body) throws Exception {
    return session.answer(action.name(), PeerJson.MAPPER.valueToTree(body));
  }

  /** A load without calls. */
  private static final class Recorded implements GeneratorLoad {
    private int closed;
    private long delays;

    @Override
    public void level(List<Integer> levels, long delayNanos) {
      delays += delayNanos;
    }

    @Override
    public void follow(List<Load.Hold> holds, long delayNanos) {
      delays += delayNanos;
    }

    @Override
    public Taken take(long delayNanos) {
      delays += delayNanos;
      Interval nothing = new LatencyRecorder().take(Ledger.EMPTY);
      return new Taken(nothing, Map.of());
    }

    @Override
    public int inFlight() {
      return 0;
    }

    @Override
    public boolean drain(List<Integer> groups, Duration atMost) {
      return true;
    }

    @Override
    public GeneratorUse read() {
      return GeneratorUse.lost("");
    }

    @Override
    public void close() {
      closed++;
    }
  }
}
