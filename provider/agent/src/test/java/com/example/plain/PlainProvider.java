package com.example.plain;

import java.io.Closeable;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.dubbo.common.threadpool.manager.DefaultExecutorRepository;
import org.apache.dubbo.common.threadpool.manager.ExecutorRepository;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.config.ServiceConfig;
import org.apache.dubbo.rpc.model.ApplicationModel;
import org.springframework.transaction.annotation.Transactional;

/** A provider without Spring, of methods that Dubbo has had since 2.7. */
public final class PlainProvider {
  public static final int THREADS = 7;

  /** The threads of the pool that it puts in the place of the configured one. */
  public static final int EXCHANGED_THREADS = 5;

  private PlainProvider() {}

  /**
   * Exports two services until a byte is typed. The system property {@code registry} is the address
   * of one.
   *
   * @param arguments the port, {@code own-executor} for a service with a pool of its own, and
   *     {@code two-ports} for one that the next port offers, too, and {@code sockets} or {@code
   *     open-socket} for listeners beside Dubbo's, and {@code exchanged-pool} for another pool in
   *     the place of Dubbo's
   */
  public static void main(String[] arguments) throws Exception {
    ApplicationConfig application = new ApplicationConfig("plain");
    application.setQosEnable(false);
    application.setParameters(Map.of("file.cache", "false"));
    List<String> options = Arrays.asList(arguments);
    ProtocolConfig protocol = new ProtocolConfig("dubbo", Integer.parseInt(arguments[0]));
    protocol.setThreads(THREADS);
    ServiceConfig<Greeting> greeting =
        service(Greeting.class, new Greeter(), application, protocol);
    if (options.contains("own-executor")) {
      greeting.setExecutor(Executors.newFixedThreadPool(2));
    }
    if (options.contains("two-ports")) {
      ProtocolConfig next = new ProtocolConfig("dubbo", protocol.getPort() + 1);
      next.setId("next");
      greeting.setProtocols(Arrays.asList(protocol, next));
    }
    List<Closeable> listeners = listeners(options);
    greeting.export();
    service(Clock.class, System::currentTimeMillis, application, protocol).export();
    if (options.contains("exchanged-pool")) {
      exchange(arguments[0]);
    }
    System.out.println("\nEXPORTED");
    System.out.print("exported, without an end of line");
    System.out.flush();
    System.in.read();
    for (Closeable listener : listeners) {
      listener.close();
    }
    System.exit(3);
  }

  /** The listeners beside Dubbo's, which are not to be collected as garbage. */
  private static List<Closeable> listeners(List<String> arguments) throws IOException {
    List<Closeable> listeners = new ArrayList<>();
    if (arguments.contains("sockets")) {
      ServerSocket socket = new ServerSocket(0);
      ServerSocketChannel channel = ServerSocketChannel.open().bind(new InetSocketAddress(0));
      System.out.println("\nLISTENING " + socket.getLocalPort());
      System.out.println("\nLISTENING " + channel.socket().getLocalPort());
      listeners.add(socket);
      listeners.add(channel);
    }
    if (arguments.contains("open-socket")) {
      ServerSocket socket = new ServerSocket();
      socket.bind(null); // Any address, which the agent does not change.
      listeners.add(socket);
    }
    return listeners;
  }

  /**
   * Does what dynamic-tp does: puts another pool into Dubbo's repository and ends the built one.
   */
  @SuppressWarnings("unchecked")
  private static void exchange(String port) throws ReflectiveOperationException {
    Field field = DefaultExecutorRepository.class.getDeclaredField("data");
    field.setAccessible(true);
    ExecutorRepository repository = ExecutorRepository.getInstance(ApplicationModel.defaultModel());
    Map<String, Map<Object, ExecutorService>> data =
        (Map<String, Map<Object, ExecutorService>>) field.get(repository);
    Map<Object, ExecutorService> servers = data.get(ExecutorService.class.getName());
    for (Map.Entry<Object, ExecutorService> built : servers.entrySet()) {
      if (built.getKey().toString().equals(port)) {
        ExecutorService own = Executors.newFixedThreadPool(EXCHANGED_THREADS);
        built.setValue(own).shutdown();
      }
    }
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
    @Transactional(readOnly = true)
    public String greet(String name) {
      return "Hello " + name;
    }

    @Override
    @Transactional
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
