package io.poolbench.lab;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;

/** Threads that keep CPUs busy until they are closed. */
final class BusyCpus implements AutoCloseable {
  private volatile boolean closed;

  /** Starts one thread per CPU, and returns once all of them run. */
  BusyCpus(CpuList cpus, Pinning pinning) throws InterruptedException {
    CountDownLatch busy = new CountDownLatch(cpus.count());
    for (int i = 0; i < cpus.count(); i++) {
      Future<?> unused = pinning.start(cpus.part(i, i + 1), () -> work(busy));
    }
    try {
      busy.await();
    } catch (InterruptedException e) {
      close();
      throw e;
    }
  }

  private boolean work(CountDownLatch busy) {
    CpuSpeed arithmetic = new CpuSpeed();
    busy.countDown();
    while (!closed) {
      arithmetic.round();
    }
    return true;
  }

  @Override
  public void close() {
    closed = true;
  }
}
