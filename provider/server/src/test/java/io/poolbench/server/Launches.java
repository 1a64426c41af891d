package io.poolbench.server;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import io.poolbench.api.AddedLatency;
import io.poolbench.api.ContractJson;
import io.poolbench.api.EndpointConfig;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.LaunchConfig.Dispatcher;
import io.poolbench.api.LaunchConfig.ExecutorManagement;
import io.poolbench.api.LaunchConfig.Fidelity;
import io.poolbench.api.LaunchConfig.ServiceWork;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.api.RpcProtocol;
import java.util.Arrays;
import java.util.List;

/** Launch configurations of tests. */
public final class Launches {
  private Launches() {}

  /**
   * Four fixed threads, a queue of 100, no work.
   *
   * @param changes values that differ, by their path in JSON, such as {@code port=20880}
   */
  public static LaunchConfig config(String redisUri, String... changes) {
    return config(PoolConfig.of(PoolType.FIXED, null, 4, 100, null), redisUri, changes);
  }

  public static LaunchConfig config(PoolConfig pool, String redisUri, String... changes) {
    return config(List.of(pool), redisUri, changes);
  }

  public static LaunchConfig config(List<PoolConfig> pools, String redisUri, String... changes) {
    JsonObject config =
        JsonParser.parseString(
                ContractJson.write(
                    new LaunchConfig(
                        pools.stream()
                            .map(pool -> new EndpointConfig(pool, RpcProtocol.DUBBO, null))
                            .toList(),
                        0,
                        Dispatcher.MESSAGE,
                        ExecutorManagement.ISOLATION,
                        ServiceWork.NONE,
                        redisUri,
                        1,
                        AddedLatency.NONE,
                        LaunchConfig.LOOPBACK,
                        0,
                        Fidelity.QUIET,
                        "")))
            .getAsJsonObject();
    for (String change : changes) {
      String[] named = change.split("=", 2);
      set(config, named[0].split("\\."), named[1]);
    }
    return ContractJson.read(config.toString(), LaunchConfig.class);
  }

  /** Sets a value by its path, such as {@code endpoints.0.limit}. */
  private static void set(JsonObject config, String[] path, String value) {
    JsonElement parent = config;
    for (String name : Arrays.asList(path).subList(0, path.length - 1)) {
      parent =
          parent.isJsonArray()
              ? parent.getAsJsonArray().get(Integer.parseInt(name))
              : parent.getAsJsonObject().get(name);
    }
    parent.getAsJsonObject().add(path[path.length - 1], json(value));
  }

  private static JsonElement json(String value) {
    return value.matches("-?\\d+|true|false|\\{.*")
        ? JsonParser.parseString(value)
        : new JsonPrimitive(value);
  }
}
