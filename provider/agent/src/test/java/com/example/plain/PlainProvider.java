package com.example.plain;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.config.ServiceConfig;

/** A provider without Spring, of methods that Dubbo has had since 2.7. */
public final class PlainProvider {
  /** Its configured threads. */
  public static final int THREADS = 7;

  private PlainProvider() {}

  /**
   * Exports two services until a byte is typed. The system property {@code registry} is the address
   * of one.
   *
   * @param arguments the port, {@code own-executor} for a service with a pool of its own, and
   *     {@code two-ports} for one that the next port offers, too, and {@code tri} for that protocol
   */
  public static void main(String[] arguments) throws Exception {
    ApplicationConfig application = new ApplicationConfig("plain");
    application.setQosEnable(false);
    application.setParameters(Map.of("file.cache", "false"));
    String name = Arrays.asList(arguments).contains("tri") ? "tri" : "dubbo";
    ProtocolConfig protocol = new ProtocolConfig(name, Integer.parseInt(arguments[0]));
    protocol.setThreads(THREADS);
    ServiceConfig<Greeting> greeting =
        service(Greeting.class, new Greeter(), application, protocol);
    if (Arrays.asList(arguments).contains("own-executor")) {
      greeting.setExecutor(Executors.newFixedThreadPool(2));
    }
    if (Arrays.asList(arguments).contains("two-ports")) {
      ProtocolConfig next = new ProtocolConfig("dubbo", protocol.getPort() + 1);
      next.setId("next");
      greeting.setProtocols(Arrays.asList(protocol, next));
    }
    greeting.export();
    service(Clock.class, System::currentTimeMillis, application, protocol).export();
    System.out.print("exported, without an end of line");
    System.out.flush();
    System.in.read();
    System.exit(3);
  }

  @SuppressWarnings("deprecation") // The only way that 2.7 has too.
  private static <T> ServiceConfig<T> service(
      Class<T> type, T service, ApplicationConfig application, ProtocolConfig protocol) {
    ServiceConfig<T> config = new ServiceConfig<>();
    config.setApplication(application);
    config.setRegistry(new RegistryConfig(System.getProperty("registry", "N/A")));
    config.setProtocol(protocol);
    config.setInterface(type);
    config.setRef(service);
    return config;
  }

  private static final class Greeter implements Greeting {
    @Override
    public String greet(String name) {
      return "Hello " + name;
    }

    @Override
    public List<String> greetAll(List<String> names) {
      return names.stream().map(this::greet).collect(Collectors.toList());
    }

    @Override
    public CompletableFuture<String> greetLater(String name) {
      return CompletableFuture.supplyAsync(() -> greet(name));
    }

    @Override
    public void hold(long millis) {
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
      while (System.nanoTime() < end) {
        LockSupport.parkNanos(end - System.nanoTime());
      }
    }
  }
}
