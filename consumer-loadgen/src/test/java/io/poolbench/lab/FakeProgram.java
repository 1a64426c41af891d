package io.poolbench.lab;

import java.nio.file.Path;
import java.util.List;

/** A program that prints what it was started with, and then waits or ends. */
public final class FakeProgram {
  /** Of 1 KiB each. */
  static final int FLOOD_LINES = 40 << 10;

  private FakeProgram() {}

  public static void main(String[] arguments) throws InterruptedException {
    System.out.println("arguments " + List.of(arguments));
    System.out.println("folder " + Path.of("").toAbsolutePath());
    System.out.println("variable " + System.getenv("FAKE_VARIABLE"));
    System.out.println("server.port " + System.getProperty("server.port"));
    System.out.println("server.address " + System.getProperty("server.address"));
    System.out.println("bind " + System.getProperty("DUBBO_DUBBO_PORT_TO_BIND"));
    if (arguments.length > 0 && arguments[0].equals("closed")) {
      System.out.println(
          "Caused by: java.lang.reflect.InaccessibleObjectException: Unable to make a method"
              + " accessible: module java.base does not \"opens java.lang\" to unnamed module @7");
      System.exit(1);
    }
    if (arguments.length > 0 && arguments[0].equals("fail")) {
      System.out.println("APPLICATION FAILED TO START");
      System.out.println("IllegalStateException: zookeeper not connected, the address is: a");
      System.exit(3);
    }
    if (arguments.length > 0 && arguments[0].equals("flood")) {
      String line = "x".repeat(1023);
      for (int i = 0; i < FLOOD_LINES; i++) {
        System.err.println(line);
      }
      System.err.println("end of the flood");
    }
    System.out.println("Started FakeProgram");
    Thread.currentThread().join();
  }
}
