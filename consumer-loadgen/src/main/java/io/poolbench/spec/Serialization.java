package io.poolbench.spec;

import java.util.Arrays;
import java.util.Optional;

/** How arguments and answers become bytes in the dubbo protocol. */
public enum Serialization {
  /** Hessian 2, Dubbo's until 3.1. */
  HESSIAN2("hessian2"),
  /** JSONB of fastjson2, which Dubbo 3.2 prefers. */
  FASTJSON2("fastjson2");

  private final String id;

  Serialization(String id) {
    this.id = id;
  }

  /** The one of a name, such as that in a service's URL; empty where it is another. */
  public static Optional<Serialization> of(String id) {
    return Arrays.stream(values()).filter(known -> known.id.equals(id)).findFirst();
  }

  public String id() {
    return id;
  }
}
