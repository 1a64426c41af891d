package io.poolbench.agent;

import static net.bytebuddy.matcher.ElementMatchers.declaresMethod;
import static net.bytebuddy.matcher.ElementMatchers.failSafe;
import static net.bytebuddy.matcher.ElementMatchers.hasSuperType;
import static net.bytebuddy.matcher.ElementMatchers.isAbstract;
import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.isDeclaredBy;
import static net.bytebuddy.matcher.ElementMatchers.isInterface;
import static net.bytebuddy.matcher.ElementMatchers.nameEndsWith;
import static net.bytebuddy.matcher.ElementMatchers.nameStartsWith;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.namedOneOf;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.returns;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import io.poolbench.core.AgentLaunch;
import io.poolbench.core.AgentProtocol;
import java.lang.instrument.Instrumentation;
import java.net.SocketAddress;
import java.util.concurrent.Executor;
import java.util.regex.Pattern;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.implementation.FixedValue;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.utility.JavaModule;

/** Adds advice to Dubbo and Netty, by names and signatures stable from Dubbo 2.7.0 to 3.3.6. */
final class DubboTransformer {
  private static final String REGISTRY = "org.apache.dubbo.config.RegistryConfig";
  private static final String REFERENCE = "org.apache.dubbo.rpc.proxy.InvokerInvocationHandler";
  private static final String SERVICE = "org.apache.dubbo.config.AbstractServiceConfig";
  private static final String THREAD_POOL = "org.apache.dubbo.common.threadpool.ThreadPool";

  /** The end of the name, as many libraries and agents have a Netty of their own. */
  private static final String NETTY = "io.netty.bootstrap.AbstractBootstrap";

  private static final ElementMatcher.Junction<MethodDescription> BUILDS_A_POOL =
      named("getExecutor")
          .and(takesArguments(1))
          .and(takesArgument(0, named("org.apache.dubbo.common.URL")))
          .and(returns(Executor.class))
          .and(not(isAbstract()));

  /** Excludes the adaptive extension, which only delegates to another one. */
  private static final ElementMatcher.Junction<TypeDescription> POOL_EXTENSION =
      not(isInterface())
          .and(not(nameEndsWith("ThreadPool$Adaptive")))
          .and(declaresMethod(BUILDS_A_POOL))
          .and(failSafe(hasSuperType(named(THREAD_POOL))));

  /** Classes without whose change nothing can be measured, or the provider is not isolated. */
  private static final Pattern REQUIRED =
      Pattern.compile(
          "org\\.apache\\.dubbo\\.(?:config\\.\\w+Config"
              + "|rpc\\.proxy\\.(?:AbstractProxyInvoker|InvokerInvocationHandler)"
              + "|rpc\\.protocol\\.\\w+\\.(?:Dubbo|Triple)Protocol|common\\.threadpool\\.support\\..*)"
              + "|.*io\\.netty\\.bootstrap\\.AbstractBootstrap");

  private DubboTransformer() {}

  /** Changes these classes when they are loaded. */
  static void install(
      Instrumentation instrumentation, InstrumentedProvider target, AgentLaunch launch) {
    AgentBuilder agent = builder(target);
    if (launch.withholds(AgentLaunch.REGISTRIES)) {
      // Dubbo's value for no registry.
      agent = returning(agent, REGISTRY, "N/A", "getAddress");
      agent = returning(agent, REGISTRY, false, "getUseAsMetadataCenter");
    }
    if (launch.withholds(AgentLaunch.REGISTRATION)) {
      agent = returning(agent, REGISTRY, false, "isRegister");
      agent = returning(agent, SERVICE, false, "isRegister");
      agent =
          returning(
              agent,
              "org.apache.dubbo.config.MetadataReportConfig",
              false,
              "getReportMetadata",
              "getReportDefinition",
              "getReportConsumerDefinition",
              // Up to 2.7.4 it has none of these, and reports wherever it has an address.
              "isValid");
    }
    if (launch.withholds(AgentLaunch.CONFIG_CENTERS)) {
      agent = returning(agent, REGISTRY, false, "getUseAsConfigCenter");
      // Dubbo ignores a center without an address.
      agent = returning(agent, "org.apache.dubbo.config.ConfigCenterConfig", false, "isValid");
    }
    if (!launch.stubs().isEmpty()) {
      agent = advised(agent, DubboAdvice.ReferenceCall.class);
    }
    if (launch.recordsReferences()) {
      agent = advised(agent, DubboAdvice.RecordedCall.class);
    }
    agent.installOn(instrumentation);
  }

  private static AgentBuilder advised(AgentBuilder agent, Class<?> advice) {
    return agent.type(named(REFERENCE)).transform(advice(advice, named("invoke")));
  }

  /**
   * Makes getters of a configuration return a value whatever is configured. Unlike system
   * properties, this works for every form of configuration.
   */
  private static AgentBuilder returning(
      AgentBuilder agent, String config, Object value, String... getters) {
    return agent
        .type(named(config))
        .transform(
            (builder, type, loader, module, domain) ->
                builder
                    .method(namedOneOf(getters).and(isDeclaredBy(type)))
                    .intercept(FixedValue.value(value)));
  }

  private static AgentBuilder builder(InstrumentedProvider target) {
    return new AgentBuilder.Default(new ByteBuddy().with(TypeValidation.DISABLED))
        .disableClassFormatChanges()
        .with(new Discovery(target))
        .ignore(
            nameStartsWith("java.")
                .or(nameStartsWith("jdk."))
                .or(nameStartsWith("sun."))
                .or(nameStartsWith("com.sun."))
                .or(nameStartsWith("io.poolbench.agent.")))
        .type(POOL_EXTENSION)
        .transform(advice(DubboAdvice.PoolReplacement.class, BUILDS_A_POOL))
        .type(named("org.apache.dubbo.rpc.proxy.AbstractProxyInvoker"))
        .transform(advice(DubboAdvice.ServiceCall.class, named("invoke").and(takesArguments(1))))
        .transform(advice(DubboAdvice.Implementation.class, isConstructor().and(takesArguments(3))))
        .type(
            namedOneOf(
                "org.apache.dubbo.rpc.protocol.dubbo.DubboProtocol",
                "org.apache.dubbo.rpc.protocol.tri.TripleProtocol"))
        .transform(
            advice(
                DubboAdvice.ProtocolExport.class,
                named("export")
                    .and(takesArguments(1))
                    .and(takesArgument(0, named("org.apache.dubbo.rpc.Invoker")))))
        .type(named("org.apache.dubbo.config.ServiceConfig"))
        .transform(advice(DubboAdvice.ServiceConfigExport.class, named("export")))
        .type(namedOneOf(ObservedConnections.types()))
        .transform(advice(DubboAdvice.ConnectionPoolBuilt.class, isConstructor()))
        .type(nameEndsWith(NETTY))
        .transform(
            advice(
                DubboAdvice.Bind.class,
                named("bind").and(takesArguments(1)).and(takesArgument(0, SocketAddress.class))));
  }

  /**
   * Reads advice by name from both class loaders, as the agent's may lack Dubbo's classes. A class
   * that does not see the agent's stays as it is: each of its calls would fail within.
   */
  private static AgentBuilder.Transformer advice(
      Class<?> advice, ElementMatcher<? super MethodDescription> methods) {
    AgentBuilder.Transformer advised =
        new AgentBuilder.Transformer.ForAdvice()
            .include(DubboTransformer.class.getClassLoader())
            .advice(methods, advice.getName());
    return (builder, type, loader, module, domain) ->
        Discovery.seesAgent(loader)
            ? advised.transform(builder, type, loader, module, domain)
            : builder;
  }

  static final class Discovery extends AgentBuilder.Listener.Adapter {
    private final InstrumentedProvider target;

    Discovery(InstrumentedProvider target) {
      this.target = target;
    }

    @Override
    public void onDiscovery(
        String typeName, ClassLoader loader, JavaModule module, boolean loaded) {
      target.loaded(typeName);
    }

    @Override
    public void onTransformation(
        TypeDescription type,
        ClassLoader loader,
        JavaModule module,
        boolean loaded,
        DynamicType changed) {
      // Without the hooks of a pool of connections, only its size stays unknown. A Netty that does
      // not see the agent is that of a tool; what it listens at is found by its sockets.
      if (!ObservedConnections.isOne(type.getName())
          && !type.getName().endsWith(NETTY)
          && !seesAgent(loader)) {
        target.broken(
            AgentProtocol.AGENT_FAILED,
            "class " + type.getName() + " of " + loader + " does not see the agent's classes");
      }
    }

    /** A class loader that filters its parent's classes hides the agent from those it loads. */
    private static boolean seesAgent(ClassLoader loader) {
      try {
        return Class.forName(Hooks.class.getName(), false, loader) == Hooks.class;
      } catch (ClassNotFoundException | LinkageError hidden) {
        return false;
      }
    }

    @Override
    public void onError(
        String typeName, ClassLoader loader, JavaModule module, boolean loaded, Throwable failure) {
      if (REQUIRED.matcher(typeName).matches()) {
        target.failed(typeName, failure);
      }
      System.err.println(
          "poolbench-provider-agent: class not changed: " + typeName + ": " + failure);
    }
  }
}
