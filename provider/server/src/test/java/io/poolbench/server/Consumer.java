package io.poolbench.server;

import io.poolbench.api.PermissionService;
import io.poolbench.api.PingService;
import org.apache.dubbo.common.utils.SerializeCheckStatus;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.config.bootstrap.DubboBootstrap;
import org.apache.dubbo.rpc.model.FrameworkModel;

/** An ordinary Dubbo consumer of the provider. */
final class Consumer implements AutoCloseable {
  /** 127.0.0.1 as one number: Dubbo replaces its usual form by the address on the network. */
  private static final String LOOPBACK = "2130706433";

  private final FrameworkModel framework = new FrameworkModel();
  private final ReferenceConfig<PermissionService> permissions;
  private final ReferenceConfig<PingService> ping;

  /**
   * @param check which classes it serializes
   */
  Consumer(int port, SerializeCheckStatus check) {
    ApplicationConfig application = new ApplicationConfig("consumer");
    application.setSerializeCheckStatus(check.name());
    application.setQosEnable(false);
    application.setEnableFileCache(false);
    application.setShutwait("1");
    permissions = reference(PermissionService.class, port);
    ping = reference(PingService.class, port);
    DubboBootstrap.newInstance(framework)
        .application(application)
        .registry(new RegistryConfig(RegistryConfig.NO_AVAILABLE))
        .reference(permissions)
        .reference(ping)
        .start();
  }

  private static <T> ReferenceConfig<T> reference(Class<T> type, int port) {
    ReferenceConfig<T> reference = new ReferenceConfig<>();
    reference.setInterface(type);
    reference.setUrl("dubbo://" + LOOPBACK + ":" + port);
    reference.setRetries(0);
    reference.setTimeout(10_000);
    return reference;
  }

  PermissionService service() {
    return permissions.get();
  }

  PingService ping() {
    return ping.get();
  }

  @Override
  public void close() {
    framework.destroy();
  }
}
