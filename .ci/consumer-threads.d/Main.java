package consumer;

import static java.util.concurrent.CompletableFuture.delayedExecutor;
import static java.util.concurrent.CompletableFuture.supplyAsync;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.config.ServiceConfig;
import org.apache.dubbo.config.bootstrap.DubboBootstrap;

/**
 * A called provider, {@code Main behind PORT}, or the one in front, which calls one of them, {@code
 * Main front PORT}, or two, {@code Main front PORT OTHER CALLBACKS}. CALLBACKS is {@code shared}:
 * those of both run in one pool of the consumer; {@code each}: those of the second run in the pool
 * of another application; {@code direct}: those of the second run on the I/O thread; or {@code
 * executor}: those of {@link Relay#blocks} run in an executor of the program.
 */
public final class Main {
  public static void main(String[] args) throws Exception {
    boolean behind = args[0].equals("behind");
    int port = Integer.parseInt(args[1]);
    String callbacks = args.length > 3 ? args[3] : "shared";
    DubboBootstrap dubbo = application(DubboBootstrap.getInstance(), args[0]);
    ProtocolConfig protocol = new ProtocolConfig("dubbo", behind ? port : port + 1);
    protocol.setThreads(200);
    ReferenceConfig<Relay> first = reference(args[1]);
    ReferenceConfig<Relay> second = args.length > 2 ? reference(args[2]) : first;
    Executor blocking =
        callbacks.equals("executor") ? Executors.newCachedThreadPool() : Runnable::run;
    ServiceConfig<Relay> service = new ServiceConfig<>();
    service.setInterface(Relay.class);
    service.setRef(behind ? new Behind() : new Front(first, second, blocking));
    dubbo.protocol(protocol).service(service);
    if (callbacks.equals("direct")) {
      second.setParameters(Map.of("dispatcher", "direct"));
    }
    if (!behind) {
      dubbo.reference(first);
    }
    if (callbacks.equals("each")) {
      application(DubboBootstrap.newInstance(), "other").reference(second).start();
    } else if (args.length > 2) {
      dubbo.reference(second);
    }
    dubbo.start();
    for (long most = 0; ; Thread.sleep(50)) {
      long threads =
          Thread.getAllStackTraces().keySet().stream()
              .filter(thread -> thread.getName().startsWith("DubboClientHandler"))
              .count();
      if (threads > most) {
        most = threads;
        System.out.println("consumer threads: " + most);
      }
    }
  }

  private static DubboBootstrap application(DubboBootstrap dubbo, String name) {
    return dubbo
        .application(new ApplicationConfig(name))
        .registry(new RegistryConfig(RegistryConfig.NO_AVAILABLE));
  }

  private static ReferenceConfig<Relay> reference(String port) {
    ReferenceConfig<Relay> reference = new ReferenceConfig<>();
    reference.setInterface(Relay.class);
    reference.setUrl("dubbo://127.0.0.1:" + port);
    reference.setTimeout(1000);
    reference.setRetries(0);
    return reference;
  }

  private record Behind() implements Relay {
    @Override
    public String sync(int millis) {
      return sleep(millis);
    }

    @Override
    public CompletableFuture<String> future(int millis) {
      return supplyAsync(() -> "ok", delayedExecutor(millis, TimeUnit.MILLISECONDS));
    }

    @Override
    public CompletableFuture<String> waits(int millis) {
      return future(millis);
    }

    @Override
    public CompletableFuture<String> blocks(int millis) {
      return future(millis);
    }

    @Override
    public CompletableFuture<String> other(int millis) {
      return future(millis);
    }
  }

  private record Front(
      ReferenceConfig<Relay> behind, ReferenceConfig<Relay> second, Executor blocking)
      implements Relay {
    @Override
    public String sync(int millis) {
      return behind.get().sync(millis);
    }

    @Override
    public CompletableFuture<String> future(int millis) {
      return behind.get().future(millis).thenApply(answer -> answer);
    }

    @Override
    public CompletableFuture<String> waits(int millis) {
      return behind.get().waits(millis).thenApply(answer -> sleep(2));
    }

    @Override
    public CompletableFuture<String> blocks(int millis) {
      return behind.get().blocks(millis).thenApplyAsync(answer -> sleep(20), blocking);
    }

    @Override
    public CompletableFuture<String> other(int millis) {
      return second.get().other(millis).thenApply(answer -> answer);
    }
  }

  private static String sleep(int millis) {
    try {
      Thread.sleep(millis);
      return "ok";
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
