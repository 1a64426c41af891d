package io.poolbench.redis;

import io.netty.util.concurrent.DefaultThreadFactory;

/** Makes daemon threads whose timers the kernel does not delay. */
public final class PunctualThreadFactory extends DefaultThreadFactory {
  public PunctualThreadFactory(String name) {
    super(name, true);
  }

  @Override
  public Thread newThread(Runnable work) {
    return super.newThread(
        () -> {
          TimerSlack.minimizeForThisThread();
          work.run();
        });
  }
}
