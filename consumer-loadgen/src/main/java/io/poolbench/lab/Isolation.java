package io.poolbench.lab;

import io.poolbench.core.AgentLaunch;
import io.poolbench.core.AgentProtocol;
import io.poolbench.study.TargetSettings.TargetProgram;
import io.poolbench.study.TargetSettings.TargetProgram.ConfigCenter;
import io.poolbench.study.TargetSettings.TargetProgram.Registry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The isolation of a user's program from others while it is measured: system properties that its
 * frameworks document, and features of Dubbo that its agent withholds in any form of configuration.
 * Programs that do not have these frameworks ignore the properties.
 */
record Isolation(TargetProgram program) {
  /** Spring Boot's listeners on loopback, at free ports; no QoS port, no token of Dubbo. */
  private static final List<String> BY_ITSELF =
      List.of(
          "dubbo.application.qos-enable=false",
          "dubbo.provider.token=false",
          "server.port=0",
          "server.address=" + AgentProtocol.LOOPBACK,
          "management.server.port=0",
          "management.server.address=" + AgentProtocol.LOOPBACK,
          "spring.rsocket.server.address=" + AgentProtocol.LOOPBACK);

  /** Spring Boot starts neither consumers of message queues, nor Quartz, nor batch jobs. */
  private static final List<String> NO_JOBS =
      List.of(
          "spring.batch.job.enabled=false",
          "spring.jms.listener.auto-startup=false",
          "spring.kafka.listener.auto-startup=false",
          "spring.quartz.auto-startup=false",
          "spring.rabbitmq.listener.direct.auto-startup=false",
          "spring.rabbitmq.listener.simple.auto-startup=false");

  private static final List<String> UNREGISTERED =
      List.of(
          "eureka.client.register-with-eureka=false",
          "spring.cloud.service-registry.auto-registration.enabled=false");

  private static final List<String> NO_CONFIG_CENTER =
      List.of(
          "apollo.bootstrap.enabled=false",
          "nacos.config.bootstrap.enable=false",
          "spring.cloud.config.enabled=false",
          "spring.cloud.config.import-check.enabled=false",
          "spring.cloud.consul.config.enabled=false",
          "spring.cloud.nacos.config.enabled=false",
          "spring.cloud.nacos.config.import-check.enabled=false",
          "spring.cloud.zookeeper.config.enabled=false");

  /** No service listens there; a lazy reference does not connect before its first call. */
  private static final List<String> STUBBED =
      List.of("url=dubbo://" + AgentProtocol.LOOPBACK + ":1", "check=false", "lazy=true");

  /** System properties, in the order of the command line. */
  Map<String, String> properties() {
    List<String> all = new ArrayList<>(BY_ITSELF);
    all.addAll(NO_JOBS);
    if (program.registry() != Registry.AS_CONFIGURED) {
      all.addAll(UNREGISTERED);
    }
    if (program.configCenter() == ConfigCenter.NONE) {
      all.addAll(NO_CONFIG_CENTER);
    }
    program.stubs().keySet().stream()
        .map(stub -> stub.substring(0, stub.lastIndexOf('.')))
        .distinct()
        .flatMap(type -> STUBBED.stream().map(set -> "dubbo.reference." + type + "." + set))
        .forEach(all::add);
    Map<String, String> properties = new LinkedHashMap<>();
    for (String property : all) {
      String[] nameAndValue = property.split("=", 2);
      properties.put(nameAndValue[0], nameAndValue[1]);
    }
    return properties;
  }

  /** The features that the agent withholds from Dubbo: see {@link AgentLaunch}. */
  List<String> withheld() {
    List<String> withheld = new ArrayList<>();
    if (program.registry() == Registry.NONE) {
      withheld.add(AgentLaunch.REGISTRIES);
    }
    if (program.registry() != Registry.AS_CONFIGURED) {
      withheld.add(AgentLaunch.REGISTRATION);
    }
    if (program.configCenter() == ConfigCenter.NONE) {
      withheld.add(AgentLaunch.CONFIG_CENTERS);
    }
    return withheld;
  }
}
