package io.poolbench.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.inspect.ApplicationSettings.Setting;
import io.poolbench.inspect.InspectedPool;
import io.poolbench.inspect.Inspection;
import io.poolbench.inspect.Inspection.CallAnswer;
import io.poolbench.inspect.RemoteInspector.RemoteInspection;
import io.poolbench.lab.TargetService;
import java.util.Optional;

/** Formats an inspection as a JSON object for programs. Unknown fields are left out. */
public final class InspectionJson {
  private InspectionJson() {}

  public static String text(Inspection inspection) {
    ObjectNode json =
        object()
            .put("name", inspection.name())
            .put("dubbo", inspection.report().dubbo())
            .put("java", inspection.report().java())
            .put("startMillis", inspection.startMillis());
    ArrayNode pools = json.putArray("pools");
    inspection.pools().forEach(pool -> pools.add(pool(pool)));
    ArrayNode services = json.putArray("services");
    inspection.report().services().forEach(service -> services.add(service(service)));
    return text(json, inspection.answer());
  }

  public static String text(RemoteInspection inspection) {
    return text(
        object().put("name", inspection.url()).put("heartbeatMillis", inspection.heartbeatMillis()),
        inspection.answer());
  }

  private static String text(ObjectNode json, Optional<CallAnswer> answer) {
    answer.ifPresent(
        of ->
            json.putObject("answer")
                .put("service", of.call().service().key())
                .put("method", of.call().method().signature())
                .put("millis", of.millis())
                .put("failed", of.failed())
                .put("text", of.text())
                .set("arguments", of.call().arguments()));
    return json.toPrettyString();
  }

  private static ObjectNode pool(InspectedPool inspected) {
    ObjectNode json =
        object()
            .put("protocol", inspected.pool().protocol())
            .put("port", inspected.pool().port())
            .put("label", inspected.pool().runs().label());
    json.set("runs", new ObjectMapper().valueToTree(inspected.pool().runs()));
    ArrayNode settings = json.putArray("settings");
    inspected.settings().values().stream().map(Setting::text).forEach(settings::add);
    ArrayNode contradictions = json.putArray("contradictions");
    inspected
        .contradictions()
        .forEach(
            found -> {
              ObjectNode contradiction =
                  contradictions.addObject().put("configured", found.configured().label());
              found.settings().forEach(contradiction.putArray("settings")::add);
            });
    json.put("isDefault", inspected.isDefault()).put("builtBy", inspected.pool().builtBy());
    inspected.mostCalls().ifPresent(most -> json.put("mostCalls", most));
    ArrayNode services = json.putArray("services");
    inspected.services().stream().map(TargetService::key).forEach(services::add);
    return json;
  }

  private static ObjectNode service(TargetService service) {
    ObjectNode json =
        object()
            .put("key", service.key())
            .put("interface", service.interfaceName())
            .put("version", service.version())
            .put("group", service.group())
            .put("protocol", service.protocol())
            .put("port", service.port())
            .put("serialization", service.serialization());
    ArrayNode methods = json.putArray("methods");
    service.methods().forEach(method -> methods.add(method.text()));
    return json;
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }
}
