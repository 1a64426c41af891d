package io.poolbench.study;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.PermissionService;
import io.poolbench.api.PingService;
import java.util.Arrays;
import java.util.List;

/** A built-in method: of the Dubbo service, or a path of the web provider. */
public enum ServiceMethod implements CalledMethod {
  /** {@code PermissionService#findUserInfo}: one Redis read and the study's work. */
  FIND_USER_INFO("findUserInfo", false),
  /** The same, but no thread waits for Redis: by a {@code CompletableFuture}. */
  FIND_USER_INFO_FUTURE("findUserInfoFuture", false),
  /** The same, but no thread waits for Redis: by Dubbo's {@code AsyncContext}. */
  FIND_USER_INFO_ASYNC_CONTEXT("findUserInfoAsyncContext", false),
  /** {@code PingService#empty}: no work. */
  EMPTY("empty", false),
  NODELAY("nodelay", true),
  SYNC("sync", true),
  ASYNC("async", true),
  BLOCKING("blocking", true),
  CALLABLE("callable", true);

  private final String id;
  private final boolean http;

  ServiceMethod(String id, boolean http) {
    this.id = id;
    this.http = http;
  }

  static ServiceMethod byId(String setting, String id) {
    return InvalidSettingException.constant(setting, "method", values(), ServiceMethod::id, id);
  }

  public static List<ServiceMethod> of(boolean http) {
    return Arrays.stream(values()).filter(method -> method.http == http).toList();
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public String setting() {
    return "driver.method";
  }

  @Override
  public String service() {
    if (http) {
      return "";
    }
    return (this == EMPTY ? PingService.class : PermissionService.class).getName();
  }

  @Override
  public boolean isHttp() {
    return http;
  }

  @Override
  public CalledMethod named(String setting, String name) {
    return byId(setting, name);
  }

  @Override
  public boolean keepsThread() {
    return !List.of(FIND_USER_INFO_FUTURE, FIND_USER_INFO_ASYNC_CONTEXT, ASYNC, CALLABLE)
        .contains(this);
  }

  boolean readsDownstream() {
    return this == BLOCKING || this == CALLABLE;
  }
}
