package io.poolbench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.api.InvalidSettingException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretsTest {
  @ParameterizedTest
  @CsvSource({
    "spring.datasource.password, x, ${SPRING_DATASOURCE_PASSWORD}",
    "spring.datasource.hikari.dataSourceProperties.userPassword, x, ${SPRING_DATASOURCE_HIKARI_DATASOURCEPROPERTIES_USERPASSWORD}",
    "dubbo.registry.parameters.accessKey, x, ${DUBBO_REGISTRY_PARAMETERS_ACCESSKEY}",
    "aws.secret-key, x, ${AWS_SECRET_KEY}",
    "jwt.tokens[0], x, ${JWT_TOKENS_0_}",
    "DB_PASSWD, x, ${DB_PASSWD}",
    "dbpassword, x, ${DBPASSWORD}",
    "apikey, x, ${APIKEY}",
    "spring.datasource.url, jdbc:mysql://db/shop?user=a&password=x, ${SPRING_DATASOURCE_URL}",
    "spring.datasource.url, jdbc:mysql://db/shop?trustStorePassword=x, ${SPRING_DATASOURCE_URL}",
    "kafka.jaas, 'PlainLoginModule required username=\"u\" password=\"x\";', ${KAFKA_JAAS}",
    "spring.application.json, '{\"db.password\": \"x\"}', ${SPRING_APPLICATION_JSON}",
    "spring.redis.url, redis://:x@redis:6379, ${SPRING_REDIS_URL}",
    "dubbo.provider.token, false, false",
    "spring.datasource.url, jdbc:mysql://db/shop?user=a, jdbc:mysql://db/shop?user=a",
    "dubbo.registry.address, nacos://127.0.0.1:8848, nacos://127.0.0.1:8848",
    "spring.cache.redis.key-prefix, x, x",
    "monkey, x, x",
    "db.url, jdbc:mysql://db/shop?passwordCharacterEncoding=UTF-8&usePasswords, jdbc:mysql://db/shop?passwordCharacterEncoding=UTF-8&usePasswords",
    "spring.datasource.password, ${DB_PASSWORD}, ${DB_PASSWORD}"
  })
  void aSecretValueIsWrittenAsItsVariable(String name, String value, String written) {
    assertThat(Secrets.written(name, value)).isEqualTo(written);
  }

  @Test
  void aCommandLineIsWrittenWithoutThem() {
    List<String> words =
        List.of(
            "java",
            "-Xmx1g",
            "-Da.password=x",
            "-Dport=1",
            "-jar",
            "a=b.jar",
            "--my.token=x",
            "--appSecret",
            "x",
            "--verbose",
            "x");

    assertThat(Secrets.written(words))
        .containsExactly(
            "java",
            "-Xmx1g",
            "-Da.password=${A_PASSWORD}",
            "-Dport=1",
            "-jar",
            "a=b.jar",
            "--my.token=${MY_TOKEN}",
            "--appSecret",
            "${APPSECRET}",
            "--verbose",
            "x");
  }

  @Test
  void aStudyIsWrittenWithoutThem() throws Exception {
    ObjectNode study =
        (ObjectNode)
            new ObjectMapper()
                .readTree(
                    """
                    {"target": {"properties": {"a.password": "x1", "port": "1"},
                                "arguments": ["--c.token=x3", "run"]},
                     "provider": {"jvm": {"options": ["-Xss512k", "-Dd.credential=x4"]}},
                     "call": {"attachments": {"token": "x5"}},
                     "calls": {"one": {"attachments": {"e.key": "x6"}}}}
                    """);

    assertThat(Secrets.hide(study))
        .isEqualTo(
            Map.of(
                "A_PASSWORD", "x1",
                "C_TOKEN", "x3",
                "D_CREDENTIAL", "x4",
                "TOKEN", "x5",
                "E_KEY", "x6"));
    assertThat(study.toString()).doesNotContain("x1", "x3", "x4", "x5", "x6");
    assertThat(study.at("/target/properties/port").asText()).isEqualTo("1");
  }

  @Test
  void aVariableIsItsValueWhenItIsUsed() {
    Secrets.give(Map.of("SECRETS_TEST_PASSWORD", "x"));

    assertThat(
            Secrets.resolved(
                "target.properties", Map.of("secrets.test.password", "${SECRETS_TEST_PASSWORD}")))
        .containsEntry("secrets.test.password", "x");
    assertThat(
            Secrets.resolved(
                "target.arguments",
                List.of("--secrets.test.password=${SECRETS_TEST_PASSWORD}", "--a=${A_PORT}")))
        .containsExactly("--secrets.test.password=x", "--a=${A_PORT}");
  }

  @Test
  void aVariableThatIsNotSetIsNamed() {
    assertThatThrownBy(
            () ->
                Secrets.resolved(
                    "target.properties", Map.of("a.password", "${SECRETS_TEST_ABSENT}")))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("environment variable SECRETS_TEST_ABSENT is not set");
  }

  /** Else a program would be started with one value for both. */
  @Test
  void twoValuesHaveTwoVariables() throws Exception {
    ObjectNode study =
        (ObjectNode)
            new ObjectMapper()
                .readTree(
                    """
                    {"target": {"properties": {"b.password": "x", "b-password": "y"}},
                     "provider": {"jvm": {"options": ["-Db.password=x"]}}}
                    """);

    Secrets.give(Secrets.hide(study));

    assertThat(study.at("/target/properties/b-password").asText()).isEqualTo("${B_PASSWORD_2}");
    assertThat(study.at("/provider/jvm/options/0").asText())
        .isEqualTo("-Db.password=${B_PASSWORD}");
    assertThat(
            Secrets.resolved(
                "target.properties",
                Map.of("b.password", "${B_PASSWORD}", "b-password", "${B_PASSWORD_2}")))
        .containsEntry("b.password", "x")
        .containsEntry("b-password", "y");
  }
}
