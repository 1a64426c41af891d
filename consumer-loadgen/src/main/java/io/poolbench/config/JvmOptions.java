package io.poolbench.config;

import io.poolbench.api.InvalidSettingException;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Validates the JVM options of a study. Options may change how the JVM runs, but start no program,
 * load no code, open no port and write no file, since a study may be untrusted.
 *
 * <p>Each option is allowed by its name and the type of its value, because a JVM has some hundred
 * options that take a file's name, each release adds further ones, and a number is a valid file
 * name too.
 */
public final class JvmOptions {
  private static final String SIZE = "\\d{1,15}[kKmMgGtT]?";

  /** Switches, {@code -XX:+NAME} or {@code -XX:-NAME}. */
  static final Set<String> SWITCHES =
      names(
          """
          UseSerialGC UseParallelGC UseG1GC UseZGC ZGenerational UseShenandoahGC UseEpsilonGC
          UseAdaptiveSizePolicy UseDynamicNumberOfGCThreads UseGCOverheadLimit
          UseStringDeduplication DisableExplicitGC ExplicitGCInvokesConcurrent
          ParallelRefProcEnabled ScavengeBeforeFullGC ShrinkHeapInSteps AlwaysTenure NeverTenure
          ClassUnloading ClassUnloadingWithConcurrentMark ResizePLAB ResizeTLAB UseTLAB ZeroTLAB
          G1UseAdaptiveIHOP G1UseAdaptiveConcRefinement G1PeriodicGCInvokesConcurrent
          ZProactive ZUncommit ZCollectionIntervalOnly ShenandoahPacing ShenandoahUncommit
          AlwaysPreTouch AlwaysPreTouchStacks UseLargePages UseTransparentHugePages UseNUMA
          UseNUMAInterleaving UseCompressedOops UseCompressedClassPointers UseCompactObjectHeaders
          CompactStrings UseContainerSupport UseContainerCpuShares
          PreferContainerQuotaForCPUCount TieredCompilation BackgroundCompilation
          SegmentedCodeCache UseCodeCacheFlushing UseDynamicNumberOfCompilerThreads
          ReduceNumberOfCompilerThreads UseOnStackReplacement Inline DoEscapeAnalysis
          EliminateAllocations EliminateLocks OptimizeStringConcat UseSuperWord
          UseCountedLoopSafepoints UseAES UseSHA OmitStackTraceInFastThrow UseBiasedLocking
          UseHeavyMonitors UseObjectMonitorTable UseSystemMemoryBarrier UseThreadPriorities
          VMContinuations RestrictContended PreserveFramePointer DebugNonSafepoints UsePerfData
          PerfDisableSharedMem UseSharedSpaces DisableAttachMechanism ExitOnOutOfMemoryError
          SafepointTimeout PrintCommandLineFlags PrintFlagsFinal PrintCompilation
          UnlockDiagnosticVMOptions UnlockExperimentalVMOptions IgnoreUnrecognizedVMOptions
          """);

  /** Options with a number, {@code -XX:NAME=20}. */
  static final Set<String> NUMBERS =
      names(
          """
          ActiveProcessorCount ParallelGCThreads ConcGCThreads G1ConcRefinementThreads
          ZYoungGCThreads ZOldGCThreads CICompilerCount MaxGCPauseMillis GCPauseIntervalMillis
          GCTimeRatio GCTimeLimit GCHeapFreeLimit NewRatio SurvivorRatio InitialSurvivorRatio
          MinSurvivorRatio TargetSurvivorRatio MaxTenuringThreshold InitialTenuringThreshold
          InitiatingHeapOccupancyPercent MinHeapFreeRatio MaxHeapFreeRatio MinMetaspaceFreeRatio
          MaxMetaspaceFreeRatio AdaptiveSizePolicyWeight G1NewSizePercent G1MaxNewSizePercent
          G1ReservePercent G1HeapWastePercent G1MixedGCCountTarget G1MixedGCLiveThresholdPercent
          G1OldCSetRegionThresholdPercent G1RSetUpdatingPauseTimePercent G1ConfidencePercent
          G1PeriodicGCInterval ZUncommitDelay
          ShenandoahGuaranteedGCInterval ShenandoahUncommitDelay ShenandoahMinFreeThreshold
          ShenandoahInitFreeThreshold ShenandoahAllocationThreshold ShenandoahGarbageThreshold
          ShenandoahPacingMaxDelay SoftRefLRUPolicyMSPerMB StringDeduplicationAgeThreshold
          ObjectAlignmentInBytes TieredStopAtLevel CompileThreshold Tier3InvocationThreshold
          Tier3MinInvocationThreshold Tier3CompileThreshold Tier3BackEdgeThreshold Tier3DelayOn
          Tier3DelayOff Tier4InvocationThreshold Tier4MinInvocationThreshold
          Tier4CompileThreshold Tier4BackEdgeThreshold MaxInlineLevel MaxInlineSize
          FreqInlineSize InlineSmallCode MaxRecursiveInlineLevel MaxTrivialSize LoopUnrollLimit
          LoopStripMiningIter TypeProfileLevel UseAVX UseSSE AutoBoxCacheMax
          AllocatePrefetchStyle AllocatePrefetchLines AllocatePrefetchDistance
          ContendedPaddingWidth BiasedLockingStartupDelay LockingMode
          MonitorUsedDeflationThreshold AsyncDeflationInterval GuaranteedSafepointInterval
          SafepointTimeoutDelay TrimNativeHeapInterval MaxJavaStackTraceDepth StringTableSize
          ThreadPriorityPolicy ThreadStackSize CompilerThreadStackSize VMThreadStackSize
          """);

  /** Options with a number of bytes, {@code -XX:NAME=64m}. */
  static final Set<String> SIZES =
      names(
          """
          MaxHeapSize InitialHeapSize MinHeapSize SoftMaxHeapSize MaxRAM NewSize MaxNewSize
          MetaspaceSize MaxMetaspaceSize CompressedClassSpaceSize MaxDirectMemorySize
          ReservedCodeCacheSize InitialCodeCacheSize NonNMethodCodeHeapSize
          ProfiledCodeHeapSize NonProfiledCodeHeapSize CodeCacheExpansionSize TLABSize MinTLABSize
          YoungPLABSize OldPLABSize PretenureSizeThreshold MinHeapDeltaBytes HeapSizePerGCThread
          MarkStackSize MarkStackSizeMax ZMarkStackSpaceLimit G1HeapRegionSize
          ShenandoahRegionSize LargePageSizeInBytes PreTouchParallelChunkSize
          NUMAInterleaveGranularity
          """);

  /** Options with a decimal fraction, {@code -XX:NAME=12.5}. */
  static final Set<String> FRACTIONS =
      names(
          """
          InitialRAMPercentage MinRAMPercentage MaxRAMPercentage CompileThresholdScaling
          ZAllocationSpikeTolerance ZFragmentationLimit ZCollectionInterval
          ZCollectionIntervalMinor ZCollectionIntervalMajor
          """);

  /** Properties of Netty and Lettuce, {@code -DNAME=VALUE}; none names a class or a folder. */
  static final Set<String> PROPERTIES =
      names(
          """
          io.netty.allocator.type io.netty.allocator.numHeapArenas
          io.netty.allocator.numDirectArenas io.netty.allocator.pageSize
          io.netty.allocator.maxOrder io.netty.allocator.chunkSize
          io.netty.allocator.smallCacheSize io.netty.allocator.normalCacheSize
          io.netty.allocator.maxCachedBufferCapacity io.netty.allocator.cacheTrimInterval
          io.netty.allocator.cacheTrimIntervalMillis io.netty.allocator.useCacheForAllThreads
          io.netty.allocator.maxCachedByteBuffersPerChunk io.netty.noPreferDirect
          io.netty.noUnsafe io.netty.maxDirectMemory io.netty.uninitializedArrayAllocationThreshold
          io.netty.tryReflectionSetAccessible io.netty.eventLoopThreads
          io.netty.eventLoop.maxPendingTasks io.netty.eventexecutor.maxPendingTasks
          io.netty.noKeySetOptimization io.netty.selectorAutoRebuildThreshold
          io.netty.transport.noNative io.netty.transport.estimateSizeOnSubmit
          io.netty.recycler.maxCapacityPerThread io.netty.recycler.chunkSize
          io.netty.recycler.ratio io.netty.recycler.blocking
          io.netty.recycler.batchFastThreadLocalOnly io.netty.threadLocalDirectBufferSize
          io.netty.maxThreadLocalCharBufferSize io.netty.leakDetection.level
          io.netty.leakDetectionLevel io.netty.leakDetection.targetRecords
          io.netty.buffer.checkAccessible io.netty.buffer.checkBounds
          io.netty.epoll.epollWaitThreshold io.lettuce.core.epoll
          """);

  private static final Pattern VALID =
      Pattern.compile(
          String.join(
              "|",
              "-X(?:mn|ms|mx|ss)" + SIZE,
              "-X(?:int|comp|batch)",
              "-XX:[+-]" + anyOf(SWITCHES),
              "-XX:" + anyOf(NUMBERS) + "=\\d{1,15}",
              "-XX:" + anyOf(SIZES) + "=" + SIZE,
              "-XX:" + anyOf(FRACTIONS) + "=\\d{1,9}(?:\\.\\d{1,9})?",
              "-XX:ShenandoahGC(?:Mode|Heuristics)=[a-z]{1,20}",
              // Written to standard output, which is the provider's log.
              "-Xlog:[a-z][a-z0-9+*=,]{0,199}",
              "-verbose:gc",
              "-D" + anyOf(PROPERTIES) + "=[A-Za-z0-9._-]{0,99}"));

  private JvmOptions() {}

  private static Set<String> names(String words) {
    return Set.of(words.strip().split("\\s+"));
  }

  private static String anyOf(Set<String> names) {
    return names.stream().map(Pattern::quote).collect(Collectors.joining("|", "(?:", ")"));
  }

  public static void check(List<String> options) {
    for (String option : options) {
      if (!VALID.matcher(option).matches()) {
        throw new InvalidSettingException(
            "jvm.options",
            "JVM option '"
                + option
                + "' not allowed (allowed: -Xmx1g and the like, -XX:+NAME, -XX:-NAME,"
                + " -XX:NAME=NUMBER, -Xlog:TAGS, -Dio.netty.NAME=VALUE with the names in"
                + " docs/reference/jvm-options.md)");
      }
    }
  }
}
