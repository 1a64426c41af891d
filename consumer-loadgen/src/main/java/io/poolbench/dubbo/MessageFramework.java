package io.poolbench.dubbo;

import java.util.Map;
import org.apache.dubbo.common.constants.CommonConstants;
import org.apache.dubbo.common.constants.RegistryConstants;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.remoting.Transporter;
import org.apache.dubbo.rpc.model.FrameworkModel;
import org.apache.dubbo.rpc.model.ModuleModel;

/** A Dubbo framework of one end of the message service; destroyed with it. */
final class MessageFramework implements AutoCloseable {
  private static final int MAX_REASON = 160;

  private final FrameworkModel framework = new FrameworkModel();
  private final ModuleModel module;

  MessageFramework() {
    var transporters = framework.getExtensionLoader(Transporter.class);
    transporters.addExtension(AddressedTransporter.NAME, AddressedTransporter.class);
    transporters.addExtension(BoundTransporter.NAME, BoundTransporter.class);
    var application = framework.newApplication();
    application
        .modelEnvironment()
        .updateAppConfigMap(
            Map.of(
                CommonConstants.IGNORE_LISTEN_SHUTDOWN_HOOK,
                "true",
                CommonConstants.SHUTDOWN_WAIT_KEY,
                "1"));
    ApplicationConfig config = new ApplicationConfig("poolbench-generator");
    config.setQosEnable(false);
    config.setEnableFileCache(false);
    config.setDumpEnable(false);
    // In any other mode Dubbo exports its metadata as a service.
    config.setRegisterMode(RegistryConstants.DEFAULT_REGISTER_MODE_INTERFACE);
    application.getApplicationConfigManager().setApplication(config);
    module = application.newModule();
  }

  ModuleModel module() {
    return module;
  }

  /** The innermost cause of a failure of Dubbo, in one line. */
  static String reason(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String message = String.valueOf(root.getMessage()).lines().findFirst().orElse("");
    return message.length() <= MAX_REASON ? message : message.substring(0, MAX_REASON) + "...";
  }

  @Override
  public void close() {
    framework.destroy();
  }
}
