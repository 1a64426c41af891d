package io.poolbench.inspect;

import io.poolbench.study.ClassPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipException;

/**
 * Libraries by which a program does work of its own as soon as it starts, whether it is called or
 * not.
 */
public enum BackgroundWork {
  FLYWAY("Flyway", "flyway-core-", "org/flywaydb/core/Flyway"),
  LIQUIBASE("Liquibase", "liquibase-core-", "liquibase/Liquibase"),
  QUARTZ("Quartz", "quartz-", "org/quartz/Scheduler"),
  XXL_JOB("XXL-JOB", "xxl-job-core-", "com/xxl/job/core/executor/XxlJobExecutor"),
  ELASTIC_JOB("ElasticJob", "elastic-?job-", "org/apache/shardingsphere/elasticjob/api/ElasticJob"),
  POWER_JOB("PowerJob", "powerjob-worker-", "tech/powerjob/worker/PowerJobWorker"),
  KAFKA("Kafka", "kafka-clients-", "org/apache/kafka/clients/consumer/KafkaConsumer"),
  ROCKET_MQ(
      "RocketMQ",
      "rocketmq-(?:v5-)?client-",
      "org/apache/rocketmq/client/consumer/DefaultMQPushConsumer"),
  RABBIT_MQ("RabbitMQ", "amqp-client-", "com/rabbitmq/client/Channel"),
  PULSAR("Pulsar", "pulsar-client-", "org/apache/pulsar/client/api/Consumer");

  private final String title;
  private final Pattern file;

  BackgroundWork(String title, String jar, String type) {
    this.title = title;
    this.file = Pattern.compile("(?:.*/)?(?:" + jar + "[^/]*\\.jar|" + type + "\\.class)");
  }

  public String title() {
    return title;
  }

  /**
   * The libraries of a program, which are in jars, in jars within a jar, or packed into one jar.
   *
   * @param classPath see {@link ClassPath}
   */
  public static Set<BackgroundWork> in(List<String> classPath) throws IOException {
    Set<BackgroundWork> found = EnumSet.noneOf(BackgroundWork.class);
    for (Path path : ClassPath.files(classPath)) {
      if (Files.isDirectory(path)) {
        try (Stream<Path> files = Files.walk(path)) {
          files.forEach(file -> found.addAll(of(file.toString().replace('\\', '/'))));
        }
      } else {
        found.addAll(of(path.getFileName().toString()));
        try (JarFile jar = new JarFile(path.toFile())) {
          jar.stream().forEach(file -> found.addAll(of(file.getName())));
        } catch (ZipException | NoSuchFileException noJar) {
          // A JVM ignores such an entry too; a file may be on another machine only.
        }
      }
    }
    return found;
  }

  private static Set<BackgroundWork> of(String file) {
    Set<BackgroundWork> found = EnumSet.allOf(BackgroundWork.class);
    found.removeIf(work -> !work.file.matcher(file).matches());
    return found;
  }
}
