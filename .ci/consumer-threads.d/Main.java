package consumer;

import static java.util.concurrent.CompletableFuture.delayedExecutor;
import static java.util.concurrent.CompletableFuture.supplyAsync;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.config.ServiceConfig;
import org.apache.dubbo.config.bootstrap.DubboBootstrap;

/** The provider behind, {@code Main behind PORT}, or in front of it, {@code Main front PORT}. */
public final class Main {
  public static void main(String[] args) throws Exception {
    boolean behind = args[0].equals("behind");
    int port = Integer.parseInt(args[1]);
    DubboBootstrap dubbo = DubboBootstrap.getInstance();
    dubbo.application(new ApplicationConfig(args[0]));
    dubbo.registry(new RegistryConfig(RegistryConfig.NO_AVAILABLE));
    ProtocolConfig protocol = new ProtocolConfig("dubbo", behind ? port : port + 1);
    protocol.setThreads(200);
    ReferenceConfig<Relay> reference = new ReferenceConfig<>();
    reference.setInterface(Relay.class);
    reference.setUrl("dubbo://127.0.0.1:" + port);
    reference.setTimeout(1000);
    reference.setRetries(0);
    ServiceConfig<Relay> service = new ServiceConfig<>();
    service.setInterface(Relay.class);
    service.setRef(behind ? new Behind() : new Front(reference));
    dubbo.protocol(protocol).service(service);
    if (!behind) {
      dubbo.reference(reference);
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
  }

  private record Front(ReferenceConfig<Relay> behind) implements Relay {
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
