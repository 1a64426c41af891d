package io.poolbench.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * An agent that speaks the lab's contract without measuring anything: it reports by the property
 * {@code fake} whether its program is ready, or broken.
 */
public final class FakeAgent {
  private FakeAgent() {}

  public static void premain(String option) throws IOException {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.out.println("agent " + option + " " + input.readLine());
    Thread lifeline =
        new Thread(
            () -> {
              try {
                for (String line = input.readLine(); line != null; line = input.readLine()) {
                  System.out.println("\n" + line);
                }
              } catch (IOException e) {
                // As its end.
              }
              if (System.getProperty("fake").equals("late")) {
                System.out.println("\nBROKEN code=no-dubbo reason=nothing loaded");
              }
              Runtime.getRuntime().halt(0);
            });
    lifeline.setDaemon(true);
    lifeline.start();
    switch (System.getProperty("fake")) {
      case "broken" ->
          System.out.println("\nBROKEN code=pool-not-replaced reason=executor of its own: MyPool");
      case "refused" -> throw new IOException("as of an agent of another JVM");
      case "ready" ->
          System.out.println(
              "\nREADY {\"pid\":"
                  + ProcessHandle.current().pid()
                  + ",\"facts\":\"\",\"endpoints\":[{\"port\":20880,\"metricsPort\":1,\"pool\":"
                  + "{\"executorClass\":\"ThreadPoolExecutor\",\"coreThreads\":2,\"maxThreads\":100,"
                  + "\"keepAliveMillis\":60000,\"queueClass\":\"SynchronousQueue\","
                  + "\"queueCapacity\":0}}]}");
      default -> {}
    }
  }
}
