package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonDeserializer;
import io.kubernetes.client.openapi.models.V1Job;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaim;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1Role;
import io.kubernetes.client.openapi.models.V1RoleBinding;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import io.poolbench.study.StudyLoader.CellCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The manifests of {@code bench-configs/kubernetes}. */
class KubernetesManifestsTest {
  private static final Path FOLDER = Poolbench.home().resolve("bench-configs/kubernetes");
  private static final YAMLMapper YAML = new YAMLMapper();

  /** Checks fields, required ones and types of a manifest, however deep. */
  private static final Gson SCHEMA =
      new GsonBuilder()
          .registerTypeAdapterFactory(new V1StatefulSet.CustomTypeAdapterFactory())
          .registerTypeAdapterFactory(new V1Job.CustomTypeAdapterFactory())
          .registerTypeAdapterFactory(new V1Role.CustomTypeAdapterFactory())
          .registerTypeAdapterFactory(new V1PersistentVolumeClaim.CustomTypeAdapterFactory())
          .registerTypeAdapterFactory(new V1Pod.CustomTypeAdapterFactory())
          .registerTypeAdapterFactory(new V1RoleBinding.CustomTypeAdapterFactory())
          .registerTypeAdapterFactory(new V1ServiceAccount.CustomTypeAdapterFactory())
          // Of what the API adds: no manifest has one.
          .registerTypeAdapter(
              OffsetDateTime.class,
              (JsonDeserializer<OffsetDateTime>) (json, type, context) -> null)
          .create();

  /** What the kustomization applies, and the pod that is applied by itself. */
  private static final String COPIES_RESULTS = "results.yaml";

  private static final Map<String, Class<?>> KINDS =
      Map.of(
          "apps/v1 StatefulSet", V1StatefulSet.class,
          "batch/v1 Job", V1Job.class,
          "rbac.authorization.k8s.io/v1 Role", V1Role.class,
          "v1 PersistentVolumeClaim", V1PersistentVolumeClaim.class,
          "v1 Pod", V1Pod.class,
          "rbac.authorization.k8s.io/v1 RoleBinding", V1RoleBinding.class,
          "v1 ServiceAccount", V1ServiceAccount.class);

  static List<JsonNode> manifests() throws IOException {
    List<JsonNode> all = new ArrayList<>();
    for (String file : Stream.concat(kustomized(), Stream.of(COPIES_RESULTS)).toList()) {
      try (var documents =
          YAML.readerFor(JsonNode.class).<JsonNode>readValues(FOLDER.resolve(file).toFile())) {
        all.addAll(documents.readAll());
      }
    }
    return all;
  }

  private static Stream<String> kustomized() throws IOException {
    return texts(YAML.readTree(FOLDER.resolve("kustomization.yaml").toFile()).get("resources"));
  }

  @ParameterizedTest
  @MethodSource("manifests")
  void everyManifestIsOfTheApisSchema(JsonNode manifest) {
    assertThatCode(() -> validate(manifest)).doesNotThrowAnyException();
  }

  private static void validate(JsonNode manifest) {
    Class<?> kind =
        KINDS.get(manifest.path("apiVersion").asText() + " " + manifest.path("kind").asText());
    if (kind == null) {
      throw new IllegalArgumentException("unknown kind");
    }
    assertThat(SCHEMA.<Object>fromJson(manifest.toString(), kind)).isNotNull();
  }

  @Test
  void theDriverNamesThePodOfTheProvider() throws IOException {
    JsonNode driver = pod(manifest("Job", "driver"));
    assertThat(option(driver, "--provider-on")).isEqualTo("kubectl exec -i provider-0 --");
    assertThat(manifest("StatefulSet", "provider").at("/spec/replicas").intValue()).isEqualTo(1);
  }

  @Test
  void aJobThatIsTriedAgainResumesItsRun(@TempDir Path folder) throws Exception {
    Path stub = Files.writeString(folder.resolve("poolbench"), "#!/bin/sh\necho \"$@\"\n");
    assertThat(stub.toFile().setExecutable(true)).isTrue();
    String run = String.join(" ", texts(container().get("args")).toList());

    assertThat(started(folder)).isEqualTo(run + " --out=" + folder + "/uid");
    Path latest = Files.createDirectories(folder.resolve("uid/study/latest"));
    assertThat(started(folder)).as("before a result").isEqualTo(run + " --out=" + folder + "/uid");
    Files.createFile(latest.resolve("journal.jsonl"));
    assertThat(started(folder)).isEqualTo(run + " --resume=" + latest);
  }

  private static JsonNode container() throws IOException {
    return pod(manifest("Job", "driver")).at("/containers/0");
  }

  private static String started(Path folder) throws IOException {
    JsonNode container = container();
    List<String> command =
        Stream.of("command", "args").flatMap(part -> texts(container.get(part))).toList();
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("POOLBENCH_HOME", folder.toString());
    builder.environment().put("RESULTS", folder.toString());
    builder.environment().put("JOB", "uid");
    try (var output = builder.start().inputReader()) {
      return output.readLine();
    }
  }

  @Test
  void theDriverMayStartProcessesInPodsAndNothingElse() throws IOException {
    JsonNode rules = manifest("Role", "driver").get("rules");
    assertThat(rules).hasSize(2);
    assertThat(texts(rules.at("/0/resources"))).containsExactly("pods");
    assertThat(texts(rules.at("/0/verbs"))).containsExactly("get");
    assertThat(texts(rules.at("/1/resources"))).containsExactly("pods/exec");
    assertThat(pod(manifest("Job", "driver")).get("serviceAccountName").asText())
        .isEqualTo(manifest("RoleBinding", "driver").at("/subjects/0/name").asText());
  }

  @Test
  void eachSetSelectsItsPods() throws IOException {
    for (JsonNode manifest : manifests()) {
      assertThat(manifest.at("/spec/selector/matchLabels").propertyStream())
          .allSatisfy(
              label ->
                  assertThat(manifest.at("/spec/template/metadata/labels").get(label.getKey()))
                      .isEqualTo(label.getValue()));
    }
  }

  @Test
  void podsHaveNoPrivilegesAndCpusOfTheirOwn() throws IOException {
    for (JsonNode manifest : manifests()) {
      JsonNode pod = pod(manifest);
      if (pod.isMissingNode()) {
        continue;
      }
      JsonNode container = pod.at("/containers/0");
      assertThat(pod.has("serviceAccountName"))
          .isNotEqualTo(pod.has("automountServiceAccountToken"));
      assertThat(pod.at("/securityContext/runAsNonRoot").booleanValue()).isTrue();
      assertThat(container.at("/securityContext/readOnlyRootFilesystem").booleanValue()).isTrue();
      assertThat(container.at("/securityContext/allowPrivilegeEscalation").isBoolean()).isTrue();
      assertThat(container.at("/securityContext/capabilities/drop/0").asText()).isEqualTo("ALL");
      if (!name(manifest).equals("results")) {
        assertThat(container.at("/resources/requests"))
            .isEqualTo(container.at("/resources/limits"));
        assertThat(container.at("/resources/limits/cpu").asText()).matches("[1-9]");
      }
    }
  }

  @Test
  void theStudyIsValid() {
    assertThatCode(
            () -> Poolbench.loader(CellCheck.NONE).load(FOLDER.resolve("study.yaml"), List.of()))
        .doesNotThrowAnyException();
  }

  /** An option of the command of a pod's container, as the command line reads it. */
  private static Object option(JsonNode pod, String name) {
    return Poolbench.commandLine()
        .parseArgs(texts(pod.at("/containers/0/args")).toArray(String[]::new))
        .subcommand()
        .commandSpec()
        .findOption(name)
        .getValue();
  }

  private static JsonNode manifest(String kind, String name) throws IOException {
    return manifests().stream()
        .filter(each -> each.get("kind").asText().equals(kind) && name(each).equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static String name(JsonNode manifest) {
    return manifest.at("/metadata/name").asText();
  }

  private static JsonNode pod(JsonNode manifest) {
    return manifest.get("kind").asText().equals("Pod")
        ? manifest.get("spec")
        : manifest.at("/spec/template/spec");
  }

  private static Stream<String> texts(JsonNode array) {
    return array.valueStream().map(JsonNode::asText);
  }
}
