package io.poolbench.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.TreeMap;

/**
 * An agent that speaks the lab's contract without measuring anything: it reports by the property
 * {@code fake} whether its program is ready, or broken.
 */
public final class FakeAgent {
  private FakeAgent() {}

  public static void premain(String option) throws IOException {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.ISO_8859_1));
    StringBuilder text = new StringBuilder();
    for (String line = input.readLine(); !line.equals("#end"); line = input.readLine()) {
      text.append(line).append('\n');
    }
    Properties config = new Properties();
    config.load(new StringReader(text.toString()));
    System.out.println("agent " + option + " " + new TreeMap<>(config));
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
              "\nREADY pid="
                  + ProcessHandle.current().pid()
                  + " protocol=dubbo transport=Nio filters= refusalsLogged=true refusalsDumped=false"
                  + " ; port=20880 metrics=1 executor=ThreadPoolExecutor core=2 max=100"
                  + " keepAliveMillis=60000 queue=SynchronousQueue capacity=0");
      default -> {}
    }
  }
}
