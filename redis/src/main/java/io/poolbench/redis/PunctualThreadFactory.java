package io.poolbench.redis;

import io.netty.util.concurrent.DefaultThreadFactory;

/** Creates daemon threads with minimal timer slack. */
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
