package io.poolbench.agent;

import com.example.plain.Clock;
import com.example.plain.Greeting;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.config.bootstrap.DubboBootstrap;
import org.apache.dubbo.rpc.model.FrameworkModel;

/** An ordinary consumer of a provider's two services. */
final class GreetingConsumer implements AutoCloseable {
  /** 127.0.0.1 as one number: Dubbo replaces its usual form by the address on the network. */
  private static final String LOOPBACK = "2130706433";

  private final FrameworkModel framework = new FrameworkModel();
  private final ReferenceConfig<Greeting> greeting;
  private final ReferenceConfig<Clock> clock;

  GreetingConsumer(int port) {
    ApplicationConfig application = new ApplicationConfig("consumer");
    application.setQosEnable(false);
    application.setEnableFileCache(false);
    application.setShutwait("1");
    greeting = reference(Greeting.class, port);
    clock = reference(Clock.class, port);
    DubboBootstrap.newInstance(framework)
        .application(application)
        .registry(new RegistryConfig(RegistryConfig.NO_AVAILABLE))
        .reference(greeting)
        .reference(clock)
        .start();
  }

  private static <T> ReferenceConfig<T> reference(Class<T> type, int port) {
    ReferenceConfig<T> reference = new ReferenceConfig<>();
    reference.setInterface(type);
    reference.setUrl("dubbo://" + LOOPBACK + ":" + port + "?serialization=hessian2");
    reference.setRetries(0);
    reference.setTimeout(10_000);
    return reference;
  }

  Greeting greeting() {
    return greeting.get();
  }

  Clock clock() {
    return clock.get();
  }

  @Override
  public void close() {
    framework.destroy();
  }
}
