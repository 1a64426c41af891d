package io.poolbench.measure;

/** The end of this JVM by a signal, in which libraries that load their classes may fail anyhow. */
public final class JvmEnd {
  private JvmEnd() {}

  public static boolean isUnderWay() {
    Thread hook = new Thread();
    try {
      Runtime.getRuntime().addShutdownHook(hook);
      return !Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return true;
    }
  }

  /** Fails if the thread is interrupted, or if the JVM ends and will interrupt it. */
  static void requireNone() throws InterruptedException {
    if (Thread.interrupted() || isUnderWay()) {
      throw new InterruptedException();
    }
  }
}
