package io.poolbench.api;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The Dubbo configuration of a running provider, read back from it.
 *
 * @param protocol by which its services are exported
 * @param transport the class of its server socket, such as {@code NioServerSocketChannel}
 * @param filters names of the filters of a call, in order
 * @param refusalsLogged whether each refused call is logged
 * @param refusalsDumped whether a refused call dumps all threads, at most every ten minutes
 */
public record DubboFacts(
    RpcProtocol protocol,
    String transport,
    List<String> filters,
    boolean refusalsLogged,
    boolean refusalsDumped)
    implements ProviderFacts {
  public DubboFacts {
    Objects.requireNonNull(protocol, "protocol");
    Objects.requireNonNull(transport, "transport");
    filters = List.copyOf(filters);
  }

  @Override
  public String text() {
    return protocol.id()
        + " on "
        + transport
        + ", filters "
        + String.join(" ", filters)
        + ", refusals "
        + (refusalsLogged ? "logged" : "not logged")
        + (refusalsDumped ? " and dumped" : " and not dumped");
  }

  @Override
  public String toFields() {
    return String.join(
        " ",
        "protocol=" + protocol.id(),
        "transport=" + transport,
        "filters=" + String.join(",", filters),
        "refusalsLogged=" + refusalsLogged,
        "refusalsDumped=" + refusalsDumped);
  }

  static DubboFacts of(Map<String, String> fields) {
    String filters = fields.get("filters");
    return new DubboFacts(
        RpcProtocol.of(fields.get("protocol")),
        fields.get("transport"),
        filters.isEmpty() ? List.of() : List.of(filters.split(",", -1)),
        Boolean.parseBoolean(fields.get("refusalsLogged")),
        Boolean.parseBoolean(fields.get("refusalsDumped")));
  }
}
