package io.poolbench.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * A program that prints what it was started with, and an agent that speaks the lab's contract
 * without measuring anything. It uses classes of the JDK only.
 */
public final class FakeProgram {
  private FakeProgram() {}

  public static void main(String[] arguments) throws InterruptedException {
    System.out.println("arguments " + List.of(arguments));
    System.out.println("folder " + Path.of("").toAbsolutePath());
    System.out.println("server.port " + System.getProperty("server.port"));
    System.out.println("server.address " + System.getProperty("server.address"));
    System.out.println("bind " + System.getProperty("DUBBO_DUBBO_PORT_TO_BIND"));
    System.out.println("Started FakeProgram");
    announceReady();
    Thread.currentThread().join();
  }

  public static void premain(String option) throws IOException {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.out.println("agent " + option + " " + input.readLine());
    Thread lifeline =
        new Thread(
            () -> {
              try {
                for (String line = input.readLine(); line != null; line = input.readLine()) {
                  String id = line.replaceFirst(".*\"id\":(\\d+).*", "$1");
                  System.out.println("\nANSWER {\"id\":" + id + ",\"result\":{}}");
                }
              } catch (IOException e) {
                // As its end.
              }
              Runtime.getRuntime().halt(0);
            });
    lifeline.setDaemon(true);
    lifeline.start();
  }

  /** After the program's own lines, as an agent is ready only once the program serves. */
  private static void announceReady() {
    System.out.println(
        "\nREADY {\"pid\":"
            + ProcessHandle.current().pid()
            + ",\"poolbench\":{\"version\":\"unpackaged\",\"build\":\""
            + System.getProperty("fake.build")
            + "\"},\"facts\":\"\",\"endpoints\":[{\"port\":20880,\"pool\":"
            + "{\"executorClass\":\"ThreadPoolExecutor\",\"coreThreads\":2,\"maxThreads\":100,"
            + "\"keepAliveMillis\":60000,\"queueClass\":\"SynchronousQueue\","
            + "\"queueCapacity\":0}}]}");
  }
}
