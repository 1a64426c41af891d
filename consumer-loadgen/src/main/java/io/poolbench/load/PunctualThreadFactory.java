package io.poolbench.load;

import io.netty.util.concurrent.DefaultThreadFactory;
import io.poolbench.core.TimerSlack;

/** Creates daemon threads whose timers are not delayed by {@link TimerSlack}. */
public final class PunctualThreadFactory extends DefaultThreadFactory {
  public PunctualThreadFactory(String name) {
    super(name, /* daemon= */ true);
  }

  @Override
  public Thread newThread(Runnable work) {
    return super.newThread(
        () -> {
          TimerSlack.minimize();
          work.run();
        });
  }
}
